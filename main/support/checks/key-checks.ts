import { createPublicKey } from 'node:crypto';
import { CompactSign, compactVerify } from 'jose';
import type { TillError } from '../../base/till-error.ts';
import type { Keychain } from '../../identity/keychain.ts';
import { thumbprintOf } from '../../identity/public-keys.ts';
import { publicHalf } from '../../service/signing-key.ts';
import { type Check, type CheckedAccount, failed, failedWith, type HeldAccount, mends, ok, skipped } from './check.ts';
import type { ServiceSession } from './service-session.ts';

export function keyChecks(account: CheckedAccount, session: ServiceSession | undefined): readonly Check[] {
  return [
    {
      id: 'signing-key',
      run: () => {
        if (account.kind === 'none') return skipped('needs.setup', {}, mends.service);
        if (account.kind === 'no-keys')
          return isOutOfReach(account.error) ? skipped('needs.key') : failedWith(account.error, mends.keys);
        return usable(account);
      },
    },
    {
      id: 'hosted-key',
      run: async () => {
        if (account.kind === 'none' || session === undefined) return skipped('needs.setup', {}, mends.service);
        if (account.kind !== 'held') return skipped('needs.key');
        const facts = await factsOf(account);
        const isForPayments = account.settings.tuning.paymentAuthentication !== 'key';
        const asked = [session.refunds(), session.payouts(), ...(isForPayments ? [session.bySignatureAlone()] : [])];
        const errors = (await Promise.all(asked)).map(({ error }) => error);
        if (errors.some((error) => error?.code === 'auth.key')) return failed('hosted-key.refused', facts, mends.keys);
        return errors.includes(undefined) ? ok('hosted-key.accepted', facts) : skipped('hosted-key.unknown', facts);
      },
    },
  ];
}

/** The keychain's own check reports these errors. */
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

/** People compare these public values over the telephone. */
async function factsOf({ signingKey }: HeldAccount): Promise<Record<string, string>> {
  return { kid: signingKey.kid, thumbprint: await thumbprintOf(signingKey) };
}

interface KeychainParts {
  /** Throws `TillError` `keychain.*`. */
  keychain(): Promise<Keychain>;
  readonly account: CheckedAccount;
  readonly processId: number;
  readonly uuid: () => string;
}

/** Uses an entry of its own; existing entries stay untouched. */
export function keychainCheck({ keychain, account, processId, uuid }: KeychainParts): Check {
  const entry = `probe/check-${processId}`;
  return {
    id: 'keychain',
    async run() {
      try {
        const opened = await keychain();
        const written = uuid();
        await opened.set(entry, written);
        const read = await opened.get(entry);
        await opened.delete(entry);
        return read === written ? ok('keychain.keeps') : failed('keychain.not-kept', {}, mends.keys);
      } catch (thrown) {
        const found = failedWith(thrown, mends.keys);
        // Training needs no keychain: only live terminals store keys.
        return account.kind === 'none' || (account.kind === 'held' && account.training)
          ? { ...found, state: 'warning' }
          : found;
      }
    },
  };
}
