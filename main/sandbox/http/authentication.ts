import type { Clock } from '../clock.ts';
import type { Engine } from '../engine/engine.ts';
import { type OperationName, operations } from '../engine/operations.ts';
import type { Caller } from '../engine/records.ts';
import { Refusal } from '../engine/refusal.ts';
import type { SandboxLog } from '../options.ts';
import { pathClaim } from './sign.ts';
import { verifyRequest } from './verify.ts';

interface Credentials {
  readonly signature: string | undefined;
  readonly authorization: string | undefined;
  readonly body: Uint8Array;
  /** Path below the base address as sent, with query. */
  readonly url: string;
}

/** Returns the caller (docs/service.md, Authentication). Throws `Refusal` for bad credentials, and logs the fault. */
export type Authenticate = (operation: OperationName, credentials: Credentials) => Caller;

export function createAuthentication(options: {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: SandboxLog;
  readonly claimPrefix: string;
  readonly issuers: () => readonly string[];
  readonly prefix: string;
}): Authenticate {
  const { engine, clock, log } = options;
  const { choices } = engine;
  const toleranceMs = choices.iatToleranceSeconds * 1000;
  const firstTime = createReplayGuard(clock.now, 2 * toleranceMs + 1000);

  const refuse = (operation: OperationName, reason: string, message: string): Refusal => {
    log.warn({ operation, reason }, 'credentials refused');
    return new Refusal('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
  };

  const bySignature = (operation: OperationName, credentials: Credentials): Caller => {
    const { api } = operations[operation];
    const namesMerchant =
      api === 'reconciliation' || (api === 'refund' && choices.refundRequestIssuer === 'merchant-id');
    const isUnknown = api === 'payment' && choices.paymentKeys !== 'known';
    const verified = verifyRequest(credentials.signature, credentials.body, {
      claimPrefix: options.claimPrefix,
      now: clock.now(),
      toleranceMs,
      path: pathClaim(choices, credentials.url, options.prefix),
      issuersFor(profileId) {
        const profile = engine.store.profiles.get(profileId);
        return profile && (namesMerchant ? [profile.merchantId] : options.issuers());
      },
      keysOf: (profileId) => (isUnknown ? [] : (engine.store.profiles.get(profileId)?.keys ?? [])),
      firstTime: (profileId, jti) => choices.repeatedJti === 'accepted' || firstTime(profileId, jti),
    });
    if (!verified.ok) throw refuse(operation, verified.fault, 'The JWS signature is not valid');
    const caller = engine.signer(verified.profileId);
    if (!caller) throw refuse(operation, 'no such profile', 'The JWS signature is not valid');
    return caller;
  };

  const byKey = (operation: OperationName, authorization: string): Caller => {
    const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const caller = key === undefined ? undefined : engine.keyHolder(key);
    if (!caller) throw refuse(operation, 'no such API key', 'The API key is not valid');
    return caller;
  };

  return (operation, credentials) => {
    const takesKey = operations[operation].api === 'payment';
    const { signature, authorization } = credentials;
    const isIgnored = choices.bothCredentials === 'key-only' || choices.paymentKeys === 'unknown-ignored';
    const keyIsEnough = signature === undefined || isIgnored;
    if (keyIsEnough && takesKey && authorization !== undefined) return byKey(operation, authorization);

    const signer = bySignature(operation, credentials);
    if (!takesKey || authorization === undefined || choices.bothCredentials === 'signature-only') return signer;
    const holder = byKey(operation, authorization);
    if (holder.profileId === signer.profileId) return { ...signer, via: 'both' };
    log.warn({ operation, reason: 'API key of another profile' }, 'credentials refused');
    throw new Refusal('ACCESS_DENIED', 'Signature and API key name different profiles');
  };
}

/**
 * Returns whether an owner's request identifier (`jti`) is new within `keepMs`, the lifetime of a signature. Two
 * generations of sets: in a bounded cache, a burst of requests would evict identifiers that can still be replayed.
 */
function createReplayGuard(now: () => number, keepMs: number): (owner: string, jti: string) => boolean {
  let current = new Set<string>();
  let previous = new Set<string>();
  let turnedAt = now();
  return (owner, jti) => {
    // Absolute difference: the wall clock may also go back.
    if (Math.abs(now() - turnedAt) > keepMs) {
      previous = current;
      current = new Set();
      turnedAt = now();
    }
    const name = `${owner}/${jti}`;
    if (current.has(name) || previous.has(name)) return false;
    current.add(name);
    return true;
  };
}
