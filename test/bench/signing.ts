import { generateKeyPairSync, sign } from 'node:crypto';
import { createSigner } from '../../main/service/request-signer.ts';
import type { Row } from './row.ts';
import { inTurn, median } from './statistics.ts';

export const name = 'signing';

const BATCH = 50;
const BATCHES = 60;

/** Signing one request, beside bare node:crypto ECDSA over the same bytes. */
export async function bench(): Promise<readonly Row[]> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = createSigner({
    privateJwk: { ...privateKey.export({ format: 'jwk' }), kid: 'bench' },
    claimPrefix: 'https://claims.example',
    profileId: 'a'.repeat(24),
  });
  const body = JSON.stringify({ posId: 'TILL42', amount: 1250, currency: 'EUR', reference: 'TILL42-261120-0042' });
  const claims = { issuer: 'Issuer', issuedAt: Date.now(), jti: 'b'.repeat(36), path: '/v3/payments/pos' };
  const [header = ''] = signer.sign(claims, body).split('..');
  const input = Buffer.from(`${header}.${Buffer.from(body).toString('base64url')}`);

  const taken = inTurn(
    BATCHES,
    () => {
      for (let count = 0; count < BATCH; count += 1) signer.sign(claims, body);
    },
    () => {
      for (let count = 0; count < BATCH; count += 1)
        sign('sha256', input, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    },
  );
  const perSecond = (1000 * BATCH) / median(taken.subject);
  const bare = (1000 * BATCH) / median(taken.yardstick);
  return [
    {
      figure: 'sign one request',
      value: perSecond,
      unit: 'per s',
      yardstick: 'bare node:crypto ECDSA',
      yardstickValue: bare,
      bar: '≥ 0.8 of the yardstick',
      ok: perSecond >= 0.8 * bare,
    },
  ];
}
