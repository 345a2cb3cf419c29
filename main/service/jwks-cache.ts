import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { Listeners } from '../base/listeners.ts';
import type { ServiceLog } from '../base/log.ts';
import type { JwksStorage } from './jwks-file.ts';
import { serviceError } from './service-error.ts';
import { publicJwk, type ServiceKey, serviceKey } from './service-key.ts';
import type { HttpResponse, Transport } from './transport.ts';

export interface KeyStore {
  /** Throws TillError `verify.unknown-key`, or `verify.keys-unavailable`, also when the limit on fetches is reached. */
  find(kid: string): Promise<ServiceKey>;
  all(): readonly ServiceKey[];
}

interface JwksCacheOptions {
  readonly url: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: ServiceLog;
  /** Stores the keys for the next start without a network. Stored keys are trusted no longer than keys in memory. */
  readonly memory?: JwksStorage | undefined;
}

const MAX_BYTES = 1 << 20;
/** Keys older than this are fetched again in the background. */
const FRESH_MS = 3_600_000;
/** Older keys are not trusted, even while the JWKS is unreachable (docs/service.md, Detached JWS signature). */
const KEPT_MS = 86_400_000;
const FETCHES = 2;
const PER_MS = 60_000;

/** Not jose 6.2 createRemoteJWKSet: uses Date.now, drops old keys when unreachable, and does not limit failed fetches. */
export class JwksCache implements KeyStore {
  readonly #options: JwksCacheOptions;
  readonly #listeners = new Listeners();
  #cache: Cache | undefined;
  #underWay: Promise<void> | undefined;
  #fetches: readonly number[] = [];
  #lastFault: unknown;
  #notifiedTrouble: JwksCache['trouble'];
  readonly onChange = this.#listeners.add;

  constructor(options: JwksCacheOptions) {
    this.#options = options;
    this.#cache = remembered(options);
  }

  /** The last fetch failed. `kept`: earlier keys are used. `unavailable`: no usable keys are left. */
  get trouble(): 'kept' | 'unavailable' | undefined {
    if (this.#lastFault === undefined) return undefined;
    return this.#trusted === undefined ? 'unavailable' : 'kept';
  }

  async find(kid: string): Promise<ServiceKey> {
    const known = this.#trusted?.keys.get(kid);
    if (known !== undefined) {
      if (!this.#isFresh) void this.#fetchLimited();
      return known;
    }
    const asked = await this.#fetchLimited();
    const keys = this.#trusted?.keys;
    const found = keys?.get(kid);
    if (found !== undefined) return found;
    // Without a fetch the key is not known to be wrong: the service may have begun to sign with a new key.
    if (keys === undefined || !asked)
      throw serviceError('verify.keys-unavailable', this.#options.url, { acted: 'maybe', cause: this.#lastFault });
    throw serviceError('verify.unknown-key', kid.slice(0, 100), { acted: 'maybe' });
  }

  all(): readonly ServiceKey[] {
    return [...(this.#trusted?.keys.values() ?? [])];
  }

  /** Fetches the keys unless they are fresh or the limit on fetches is reached; never rejects. */
  async refresh(): Promise<void> {
    if (!this.#isFresh) await this.#fetchLimited();
  }

  get #isFresh(): boolean {
    return this.#cache !== undefined && this.#age(this.#cache) <= FRESH_MS;
  }

  get #trusted(): Cache | undefined {
    return this.#cache !== undefined && this.#age(this.#cache) <= KEPT_MS ? this.#cache : undefined;
  }

  #age({ monotonic, wall }: Cache): number {
    const { clock } = this.#options;
    return Math.max(clock.monotonic() - monotonic, clock.now() - wall);
  }

  /** Fetches at most twice a minute, because an attacker can invent key ids without end. Returns false at the limit. */
  async #fetchLimited(): Promise<boolean> {
    if (this.#underWay === undefined) {
      const now = this.#options.clock.monotonic();
      this.#fetches = this.#fetches.filter((at) => now - at < PER_MS);
      if (this.#fetches.length >= FETCHES) return false;
      this.#fetches = [...this.#fetches, now];
      this.#underWay = this.#load().finally(() => {
        this.#underWay = undefined;
      });
    }
    await this.#underWay;
    return true;
  }

  async #load(): Promise<void> {
    const { url, transport, clock, log, memory } = this.#options;
    try {
      const published = setOf(await fetchJwks(transport, url));
      const keys = new Map(keysOf(published, log));
      if (keys.size === 0) throw new Error('JWKS without a key');
      this.#cache = { keys, monotonic: clock.monotonic(), wall: clock.now() };
      this.#lastFault = undefined;
      memory?.write({ url, fetchedAt: this.#cache.wall, keys: published });
    } catch (thrown) {
      this.#lastFault = thrown;
      const cached = this.#trusted !== undefined;
      log.warn('Fetching the keys of the payment service failed', { url, cached, thrown });
    }
    if (this.trouble === this.#notifiedTrouble) return;
    this.#notifiedTrouble = this.trouble;
    this.#listeners.notify();
  }
}

/** The JWKS is the service's only unsigned response; like all requests, the fetch uses TLS. */
export function fetchJwks(transport: Transport, url: string, signal?: AbortSignal): Promise<HttpResponse> {
  const { origin, pathname, search } = new URL(url);
  return transport.send({
    method: 'GET',
    origin,
    path: pathname,
    query: search.slice(1),
    headers: { accept: 'application/jwk-set+json, application/json', 'accept-encoding': 'identity' },
    maxBytes: MAX_BYTES,
    signal,
  });
}

function remembered({ url, clock, log, memory }: JwksCacheOptions): Cache | undefined {
  const kept = memory?.read();
  const aged = kept === undefined ? 0 : clock.now() - kept.fetchedAt;
  // Keys from another address belong to another service. A fetch time in the future shows that the clock was set back.
  if (kept?.url !== url || aged < 0) return undefined;
  return { keys: new Map(keysOf(kept.keys, log)), monotonic: clock.monotonic() - aged, wall: kept.fetchedAt };
}

interface Cache {
  readonly keys: ReadonlyMap<string, ServiceKey>;
  readonly monotonic: number;
  readonly wall: number;
}

const jwks = z.looseObject({ keys: z.array(z.unknown()) });

function setOf({ status, body }: HttpResponse): readonly unknown[] {
  if (status !== 200) throw new Error(`JWKS response with status ${status}`);
  return jwks.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))).keys;
}

/** A key that does not parse is skipped and logged, so that the others still work. */
function keysOf(set: readonly unknown[], log: ServiceLog): readonly (readonly [string, ServiceKey])[] {
  return set.flatMap((given) => {
    const key = publicJwk.safeParse(given);
    if (key.success) return [[key.data.kid, serviceKey(key.data)] as const];
    log.warn('Key of the payment service skipped', { thrown: key.error });
    return [];
  });
}
