export interface FromTest {
  readonly id: number;
  readonly call: string;
  readonly ask: unknown;
}

export type ToTest =
  | { readonly id: number; readonly outcome: unknown }
  | { readonly event: string; readonly body: unknown };
