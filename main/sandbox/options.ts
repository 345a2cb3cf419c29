import type { createAccounts, ProfileDraft } from './accounts.ts';
import type { Clock } from './clock.ts';
import type { Engine } from './engine/engine.ts';
import type { Payer } from './engine/payer.ts';
import type { Profile } from './engine/records.ts';
import type { Faults } from './http/faults.ts';
import type { ServiceKeys } from './http/service-keys.ts';
import type { Choices } from './open-points.ts';
import type { Random } from './random.ts';

/** The sandbox's log, compatible with a pino logger. */
export interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

type Pace = 'lifetimeMs' | 'settleMs' | 'refundMs' | 'acknowledgeMs' | 'callbackRetryMs' | 'callbackTimeoutMs';

export interface SandboxOptions {
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** 0 for any. If the port is taken, the sandbox listens on a different port and logs a warning. */
  readonly port?: number;
  readonly controlPort?: number;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: SandboxLog;
  /** File that keeps payments, refunds, profiles and the service's keys between runs. */
  readonly stateFile?: string | undefined;
  /** Path of the base address, such as `/psp` for a service behind a gateway. */
  readonly prefix?: string;
  readonly pace?: Partial<Pick<Choices, Pace>>;
  /** Choices other than the standard for open points of the service's documents. */
  readonly picks?: Partial<Choices>;
  readonly docs?: boolean;
  readonly profiles?: readonly ProfileDraft[] | undefined;
  /** Namespace of the signature's claims (docs/service.md, Detached JWS signature). */
  readonly claimPrefix?: string;
  /** Issuer name in signatures of the Payment and Refund APIs (docs/service.md, Detached JWS signature). */
  readonly issuer?: string;
  /** A large reconciliation set of the first profile's merchant, generated from a seed. */
  readonly dataset?: { readonly seed: number; readonly transactions: number } | undefined;
}

export interface Sandbox extends ReturnType<typeof createAccounts> {
  /** `http://host:port`, without a trailing slash. */
  readonly baseUrl: string;
  readonly jwksUrl: string;
  readonly controlUrl: string | undefined;
  readonly docsUrl: string | undefined;
  readonly claimPrefix: string;
  readonly issuer: string;
  readonly profile: Pick<Profile, 'merchantId' | 'profileId' | 'name'> & { readonly apiKey: string };
  readonly engine: Engine;
  readonly payer: Payer;
  readonly faults: Faults;
  readonly serviceKeys: ServiceKeys;
  saved(): Promise<void>;
  close(): Promise<void>;
}
