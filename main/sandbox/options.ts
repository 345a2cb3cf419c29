import type { Clock } from './clock.ts';
import type { Engine } from './engine/engine.ts';
import type { Payer } from './engine/payer.ts';
import type { ApiKey, Authority, Profile, PublicJwk } from './engine/records.ts';
import type { Faults } from './http/fault-injection.ts';
import type { ServiceKeys } from './http/service-keys.ts';
import type { Choices } from './open-points.ts';
import type { Random } from './random.ts';

/** The sandbox's log; a pino logger can be passed. */
export interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** A profile; what is left out is made up. */
export type ProfileDraft = Partial<Omit<Profile, 'keys'>> & {
  readonly keys?: readonly PublicJwk[];
  /** API key of this profile's merchant, with both authorities. */
  readonly apiKey?: string;
};

/** How long things take; `open-points.ts` has the standard. */
export type Pace = Partial<
  Pick<Choices, 'lifetimeMs' | 'settleMs' | 'refundMs' | 'acknowledgeMs' | 'callbackRetryMs' | 'callbackTimeoutMs'>
>;

/** Everything has a standard; see `startSandbox`. */
export interface SandboxOptions {
  /** Address to listen on; 127.0.0.1 unless set. */
  readonly host?: string;
  /** 0 for any. Where it is taken, the sandbox listens on another and logs a warning. */
  readonly port?: number;
  /** Starts the control panel on this port, 0 for any. */
  readonly controlPort?: number;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: SandboxLog;
  /** Remembers payments, refunds, profiles and the service's keys from one run to the next. */
  readonly stateFile?: string;
  /** Path of the base address, such as `/psp` for a service behind a gateway. */
  readonly prefix?: string;
  readonly pace?: Pace;
  /** Choices other than the standard, where the service's documents leave something open. */
  readonly picks?: Partial<Choices>;
  /** Serves interactive documentation under `/docs`. */
  readonly docs?: boolean;
  readonly profiles?: readonly ProfileDraft[];
  /** Namespace of the signature's claims (docs/service.md, Detached JWS signature). */
  readonly claimPrefix?: string;
  /** Issuer name in signatures of the Payment and Refund APIs (docs/service.md, Detached JWS signature). */
  readonly issuer?: string;
  /** `sub` of signed answers. */
  readonly bankUserId?: string;
  /** A large reconciliation set of the first profile's merchant, generated from a seed. */
  readonly dataset?: { readonly seed: number; readonly transactions: number };
}

/** A running sandbox. */
export interface Sandbox {
  /** `http://host:port`, without a slash at its end. */
  readonly baseUrl: string;
  readonly jwksUrl: string;
  readonly controlUrl: string | undefined;
  readonly docsUrl?: string;
  readonly claimPrefix: string;
  readonly issuer: string;
  /** The first profile. */
  readonly profile: {
    readonly merchantId: string;
    readonly profileId: string;
    readonly name: string;
    readonly apiKey: string;
  };
  readonly engine: Engine;
  readonly payer: Payer;
  readonly faults: Faults;
  readonly serviceKeys: ServiceKeys;
  /** Registers a till's public key. It replaces one of the same kid. Throws `RangeError` for an unknown profile. */
  registerKey(profileId: string, publicJwk: PublicJwk): void;
  /** Adds a profile, or changes the one with this id. Returns it with an API key of its merchant. */
  addProfile(draft: ProfileDraft): Profile & { readonly apiKey: string };
  addApiKey(draft: {
    readonly profileId: string;
    readonly subjectType?: ApiKey['subjectType'];
    readonly subjectId?: string;
    readonly authorities?: readonly Authority[];
  }): string;
  /** Resolves once all changes so far are in the state file. */
  saved(): Promise<void>;
  close(): Promise<void>;
}
