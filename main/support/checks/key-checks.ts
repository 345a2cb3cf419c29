import { createPublicKey } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, compactVerify } from 'jose';
import type { TillError } from '../../base/till-error.ts';
import { publicHalf } from '../../service/signing-key.ts';
import { type Check, failed, failedWith, ok, skipped } from './check.ts';
import type { CheckedAccount, HeldAccount } from './checked-account.ts';
import { mends } from './mends.ts';
import type { Asked, ServiceSession } from './service-session.ts';

const WITHIN_MS = 8_000;

/** Two checks: the key signs for its public half, and the service has that half. */
export function keyChecks(account: CheckedAccount, session: ServiceSession | undefined): readonly Check[] {
  return [
    {
      id: 'signing-key',
      withinMs: WITHIN_MS,
      run: () => {
        if (account.kind === 'none') return skipped('needs.setup', {}, mends.service);
        if (account.kind === 'no-keys')
          return isOutOfReach(account.error) ? skipped('needs.key') : failedWith(account.error, mends.keys);
        return usable(account);
      },
    },
    {
      id: 'hosted-key',
      withinMs: WITHIN_MS,
      run: async () => {
        if (account.kind === 'none' || session === undefined) return skipped('needs.setup', {}, mends.service);
        if (account.kind !== 'held') return skipped('needs.key');
        const facts = await factsOf(account);
        const errors = (await askedBySignature(account, session)).map(({ error }) => error);
        if (errors.some((error) => error?.code === 'auth.key')) return failed('hosted-key.refused', facts, mends.keys);
        return errors.includes(undefined) ? ok('hosted-key.accepted', facts) : skipped('hosted-key.unknown', facts);
      },
    },
  ];
}

/** Beside an API key the service need not look at the signature of a payment's call (spec: Authentication). */
function askedBySignature({ apiKey }: HeldAccount, session: ServiceSession): Promise<readonly Asked[]> {
  const asked = [session.refunds(), session.payouts()];
  return Promise.all(apiKey === undefined ? [...asked, session.payments()] : asked);
}

/** The keychain itself is what is wrong then, and has a check of its own. */
function isOutOfReach({ code }: TillError): boolean {
  return code === 'keychain.locked' || code === 'keychain.missing' || code === 'keychain.library';
}

async function usable(account: HeldAccount) {
  const { kid, ...key } = account.signingKey;
  const signed = await new CompactSign(Buffer.from('Tillmate')).setProtectedHeader({ alg: 'ES256', kid }).sign(key);
  try {
    const { kty, crv, x, y } = publicHalf(account.signingKey);
    await compactVerify(signed, createPublicKey({ format: 'jwk', key: { kty, crv, x, y } }), { algorithms: ['ES256'] });
  } catch {
    return failed('signing-key.useless', { kid }, mends.keys);
  }
  return ok('signing-key.signs', await factsOf(account));
}

/** By these people compare keys over the telephone: both are public. */
async function factsOf({ signingKey }: HeldAccount): Promise<Record<string, string>> {
  const { kid, ...key } = publicHalf(signingKey);
  return { kid, thumbprint: await calculateJwkThumbprint(key) };
}
