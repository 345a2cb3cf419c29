import type { Register } from './register-payments.ts';

/** A register that was paired. Its token is known to the register alone; the keychain holds a hash of it. */
export interface PairedRegister extends Register {
  readonly pairedAt: number;
  /** The web page that it is, where it is one: no other page may use its token. */
  readonly origin?: string | undefined;
}

export interface Pairing {
  /** Six digits, shown on the till's screen. */
  readonly code: string;
  /** ms since the epoch. */
  readonly until: number;
}
