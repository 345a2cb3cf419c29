/** What a page test can see and do through the fake bridge, as `window.fake`. */
export interface FakeBridge {
  readonly calls: { readonly name: string; readonly ask: unknown }[];
  push(snapshot: unknown): void;
}

interface Script {
  readonly event: string;
  readonly snapshot: unknown;
  readonly answers: Readonly<Record<string, unknown>>;
}

/**
 * Runs in the page before its scripts, so it must hold on to nothing outside itself: main's side of the contract, as a
 * list of prepared outcomes. An answer of the text "never" stays under way.
 */
export function installFakeBridge({ event, snapshot, answers }: Script): void {
  const listeners = new Set<(body: unknown) => void>();
  const calls: { name: string; ask: unknown }[] = [];
  const bridge = {
    call(name: string, ask: unknown): Promise<unknown> {
      if (name === event) return Promise.resolve({ ok: true, value: snapshot });
      calls.push({ name, ask });
      const answer = answers[name];
      if (answer === 'never') return new Promise(() => undefined);
      return Promise.resolve(answer ?? { ok: true, value: {} });
    },
    on(name: string, listener: (body: unknown) => void): () => void {
      if (name === event) listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const fake: FakeBridge = {
    calls,
    push: (next) => {
      for (const listener of listeners) listener(next);
    },
  };
  Object.assign(window, { tillmate: bridge, fake });
}
