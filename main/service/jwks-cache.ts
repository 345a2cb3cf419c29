import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { ServiceLog } from '../base/log.ts';
import type { JwksStorage } from './jwks-file.ts';
import { publicJwk } from './public-jwk.ts';
import { serviceError } from './service-error.ts';
import { type ServiceKey, serviceKey } from './service-key.ts';
import type { HttpResponse, Transport } from './transport.ts';

/** The service's public keys, by key id. */
export interface KeyStore {
  /**
   * The key of that id, from the cache or fetched.
   * @throws TillError `verify.unknown-key`; `verify.keys-unavailable`, also where they were asked for too often to ask
   * once more for a key that is not known.
   */
  find(kid: string): Promise<ServiceKey>;
}

/** The keys as last fetched, and whether fetching them fails. */
export interface JwksCache extends KeyStore {
  /**
   * `kept`: the last fetch failed, and earlier keys are used. `unavailable`: it failed, and there are no usable keys.
   */
  readonly trouble: 'kept' | 'unavailable' | undefined;
  /** Fetches the keys unless they are fresh or were asked for too often; never rejects. */
  refresh(): Promise<void>;
  /** Calls `listener` after each fetch that changed `trouble`; returns how to stop. */
  onChange(listener: () => void): () => void;
}

export interface JwksCacheOptions {
  /** Address of the JWKS (docs/service.md, Detached JWS signature). */
  readonly url: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: ServiceLog;
  /** Stores the keys, so that a restart does not need the network. They are not trusted for longer than without it. */
  readonly memory?: JwksStorage | undefined;
}

const MAX_BYTES = 1 << 20;
/** Older than this, the keys are fetched again in the background. */
const FRESH_MS = 3_600_000;
/**
 * Older than this, keys are no longer trusted, even while the JWKS cannot be reached (docs/service.md, Detached JWS
 * signature).
 */
const KEPT_MS = 86_400_000;
const FETCHES = 2;
const PER_MS = 60_000;

export function createJwksCache({ url, transport, clock, log, memory }: JwksCacheOptions): JwksCache {
  const address = new URL(url);
  const listeners = new Set<() => void>();
  let cache: Cache | undefined = remembered();
  let underWay: Promise<void> | undefined;
  let fetches: number[] = [];
  let lastFault: unknown;
  let told: JwksCache['trouble'];

  const age = (of: Cache) => Math.max(clock.monotonic() - of.monotonic, clock.now() - of.wall);
  const trusted = () => (cache !== undefined && age(cache) <= KEPT_MS ? cache : undefined);
  const trouble = () => {
    if (lastFault === undefined) return undefined;
    return trusted() === undefined ? 'unavailable' : 'kept';
  };

  function remembered(): Cache | undefined {
    const kept = memory?.read();
    const aged = kept === undefined ? 0 : clock.now() - kept.fetchedAt;
    // Keys from another address are another service's. A time of fetching in the future shows that the clock was set.
    if (kept?.url !== url || aged < 0) return undefined;
    return { keys: new Map(keysOf(kept.keys, log)), monotonic: clock.monotonic() - aged, wall: kept.fetchedAt };
  }

  const load = async () => {
    try {
      const response = await transport.send({
        method: 'GET',
        origin: address.origin,
        path: address.pathname,
        query: address.search.slice(1),
        headers: { accept: 'application/jwk-set+json, application/json' },
        maxBytes: MAX_BYTES,
      });
      const published = setOf(response);
      const keys = new Map(keysOf(published, log));
      if (keys.size === 0) throw new Error('the JWKS holds no key');
      cache = { keys, monotonic: clock.monotonic(), wall: clock.now() };
      lastFault = undefined;
      memory?.write({ url, fetchedAt: cache.wall, keys: published });
    } catch (thrown) {
      lastFault = thrown;
      const cached = trusted() !== undefined;
      log.warn('The keys of the payment service could not be fetched', { url, cached, thrown });
    }
    if (trouble() === told) return;
    told = trouble();
    for (const listener of [...listeners]) listener();
  };

  /**
   * Joins the fetch under way, or begins one, at most two a minute: an attacker can invent key ids without end. False
   * where that keeps it from asking.
   */
  const fetchAnew = async (): Promise<boolean> => {
    if (underWay === undefined) {
      const now = clock.monotonic();
      fetches = fetches.filter((at) => now - at < PER_MS);
      if (fetches.length >= FETCHES) return false;
      fetches.push(now);
      underWay = load().finally(() => {
        underWay = undefined;
      });
    }
    await underWay;
    return true;
  };

  return {
    async find(kid) {
      const known = trusted()?.keys.get(kid);
      if (known !== undefined) {
        if (cache !== undefined && age(cache) > FRESH_MS) void fetchAnew();
        return known;
      }
      const asked = await fetchAnew();
      const keys = trusted()?.keys;
      const found = keys?.get(kid);
      if (found !== undefined) return found;
      // Who has not asked cannot say that there is no such key: the service may have begun to sign with it.
      if (keys === undefined || !asked)
        throw serviceError('verify.keys-unavailable', url, { acted: 'maybe', cause: lastFault });
      throw serviceError('verify.unknown-key', kid.slice(0, 100), { acted: 'maybe' });
    },
    get trouble() {
      return trouble();
    },
    async refresh() {
      if (cache === undefined || age(cache) > FRESH_MS) await fetchAnew();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface Cache {
  readonly keys: ReadonlyMap<string, ServiceKey>;
  readonly monotonic: number;
  readonly wall: number;
}

const jwks = z.looseObject({ keys: z.array(z.unknown()) });

function setOf({ status, body }: HttpResponse): readonly unknown[] {
  if (status !== 200) throw new Error(`the JWKS answered with status ${status}`);
  return jwks.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))).keys;
}

/** The keys of a set by their ids. A key that does not parse is left out and logged, so that the others still work. */
function keysOf(set: readonly unknown[], log: ServiceLog): readonly (readonly [string, ServiceKey])[] {
  return set.flatMap((given) => {
    const key = publicJwk.safeParse(given);
    if (key.success) return [[key.data.kid, serviceKey(key.data)] as const];
    log.warn('A key of the payment service was left out', { thrown: key.error });
    return [];
  });
}
