import { generateKeyPairSync, sign } from 'node:crypto';
import { createSigner } from '../../main/service/request-signer.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { quantile } from './statistics.ts';

export const name = 'signing';

const RUNS = howMany(3_000);
const WARM_UP = howMany(300);

/** Measures the signing of one request. Yardstick: bare node:crypto ECDSA over the same number of bytes. */
export async function bench(): Promise<readonly Row[]> {
  const signer = createSigner({
    signingKey: makeSigningKey('bench'),
    claimPrefix: 'https://claims.example',
    profileId: 'a'.repeat(24),
  });
  const body = JSON.stringify({ posId: 'TILL42', amount: 1250, currency: 'EUR', reference: 'TILL42-261120-0042' });
  const claims = { issuer: 'Issuer', issuedAt: Date.now(), jti: 'b'.repeat(36), path: '/v3/payments/pos' };
  const [header = ''] = (await signer.sign(claims, body)).split('..');
  const input = Buffer.from(`${header}.${Buffer.from(body).toString('base64url')}`);
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  const signed: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const begun = performance.now();
    await signer.sign(claims, body);
    const between = performance.now();
    sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' });
    const ended = performance.now();
    if (run < WARM_UP) continue;
    signed.push(between - begun);
    bare.push(ended - between);
  }
  return [
    row('sign one request, p95', quantile(signed, 0.95), 'ms', {
      yardstick: ['bare node:crypto ECDSA, p95', quantile(bare, 0.95)],
      atMost: 3,
    }),
  ];
}
