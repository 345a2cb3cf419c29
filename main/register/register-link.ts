import type { TillError } from '../base/till-error.ts';
import { createRegisters, type Registers } from './registers.ts';

type LinkParts = Parameters<typeof createRegisters>[0] & {
  readonly events: {
    on(event: 'changed', told: () => void): unknown;
    off(event: 'changed', told: () => void): unknown;
  };
};

export interface LinkAddress {
  readonly host: string;
  readonly port: number;
  /** SHA-256 of the certificate in hex, with colons; on the shop's network alone. */
  readonly fingerprint?: string;
}

/** What cash registers reach the till by, opened, moved and closed as the settings of the counter have it. */
export interface RegisterLink {
  readonly registers: Registers;
  /** Where registers find the till; undefined where the link is off or has a fault. */
  address(): LinkAddress | undefined;
  /** Why registers cannot reach the till, such as `register.port-taken`. */
  faults(): readonly TillError[];
  close(): Promise<void>;
}

export function openRegisterLink(parts: LinkParts): RegisterLink {
  return {
    registers: createRegisters(parts),
    address: () => undefined,
    faults: () => [],
    close: async () => undefined,
  };
}
