import type { Clock } from '../clock.ts';
import type { CallbackOrder, CallbackOutcome } from '../engine/engine-context.ts';
import type { Choices } from '../open-points.ts';
import type { SandboxLog } from '../options.ts';
import type { Random } from '../random.ts';
import type { ServiceKeys } from './service-keys.ts';
import { issuedAt, keyInUse, pathClaim, signCallback } from './sign.ts';

/** `User-Agent` of callbacks (docs/service.md, Events). */
const SERVICE_USER_AGENT = 'TillmateSandbox/3.6.5';

export interface Signing {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SandboxLog;
  readonly serviceKeys: ServiceKeys;
  readonly claimPrefix: string;
  readonly issuer: () => string;
}

/** Calls `done` with the merchant's response, or without a status. */
export function createCallbackSender(options: Signing & { readonly choices: Choices }) {
  const { clock, random, log, serviceKeys, claimPrefix, issuer, choices } = options;
  const running = new Set<AbortController>();

  /** A repeated notification is the identical message, with the `iat` and `jti` of the first. */
  const signatures = new WeakMap<CallbackOrder, string>();
  const signatureOf = (order: CallbackOrder): string => {
    const known = signatures.get(order);
    if (known !== undefined) return known;
    const { pathname, search } = new URL(order.url);
    const values = {
      claimPrefix,
      sub: order.profileId,
      iss: issuer(),
      iat: issuedAt(clock, choices),
      jti: random.uuid(),
      path: choices.callbackPath === 'address' ? order.url : pathClaim(choices, pathname + search),
    };
    const key = keyInUse(serviceKeys, 'ES256', choices);
    const signature = signCallback(key, Buffer.from(order.body), values, choices);
    signatures.set(order, signature);
    return signature;
  };

  const call = async (order: CallbackOrder): Promise<CallbackOutcome> => {
    const body = Buffer.from(order.body);
    const signature = signatureOf(order);
    const abort = new AbortController();
    running.add(abort);
    const stopTimer = clock.after(choices.callbackTimeoutMs, () => abort.abort());
    const about = { paymentId: order.paymentId, status: order.status, callbackId: order.callbackId };
    try {
      const answer = await fetch(order.url, {
        method: 'POST',
        headers: { Signature: signature, 'User-Agent': SERVICE_USER_AGENT, 'Content-Type': 'application/json' },
        body,
        redirect: 'manual',
        signal: abort.signal,
      });
      await answer.arrayBuffer();
      log.info({ ...about, answered: answer.status }, 'callback answered');
      return { status: answer.status };
    } catch (error) {
      log.warn({ ...about, reason: reasonOf(error) }, 'callback not answered');
      return {};
    } finally {
      stopTimer();
      running.delete(abort);
    }
  };

  return {
    send: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void): void => void call(order).then(done),
    close() {
      for (const abort of running) abort.abort();
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
