import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyRequest } from '../../main/sandbox/http/verify.ts';
import { detachedSignature, requestHeader } from '../independent/signing.ts';
import { requestVectors, vectorConfig } from '../independent/vectors.ts';
import { mutated, type Signed, seededDraw } from './damaged-signatures.ts';

const FORGERIES = 100_000;
const SEED = 20_261_121;
const NOW = new Date('2026-03-09T10:15:30.250Z');

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { claimPrefix, issuer, profileId } = vectorConfig;
const signer = { claimPrefix, profileId, kid: 'till-key-1', privateKey };
const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'till-key-1' }];
/** Genuine requests to one path: whatever is refused is refused for the damage alone. */
const path = '/v3/payments/pos';
const genuine: readonly Signed[] = requestVectors.map(({ jti, bodyUtf8 }) => ({
  signature: detachedSignature(requestHeader(signer, { issuer, issuedAt: NOW, jti, path }), bodyUtf8, privateKey),
  body: Buffer.from(bodyUtf8),
}));

describe("the sandbox's check of requests", () => {
  it.each(genuine)('takes a genuine request', (request) => {
    expect(outcome(request)).toBe('accepted');
  });

  it(`takes none of ${FORGERIES} damaged signatures, and crashes on none`, () => {
    const draw = seededDraw(SEED);
    const failures: unknown[] = [];
    const reasons = new Set<string>();
    for (let number = 0; number < FORGERIES; number += 1) {
      const forgery = mutated(genuine, draw);
      const result = outcome(forgery);
      reasons.add(result);
      if (!result.startsWith('refused'))
        failures.push({ number, result, damage: forgery.kind, signature: forgery.signature.slice(0, 300) });
    }
    expect(failures.slice(0, 3)).toEqual([]);
    expect(reasons.size, 'the damage reaches most of the checks').toBeGreaterThan(8);
  }, 120_000);
});

function outcome({ signature, body }: Signed): string {
  try {
    const verified = verifyRequest(signature, body, {
      claimPrefix,
      now: NOW.getTime(),
      toleranceMs: 300_000,
      path,
      issuersFor: (id) => (id === profileId ? [issuer] : undefined),
      keysOf: () => keys,
      firstTime: () => true,
    });
    return verified.ok ? 'accepted' : `refused: ${verified.fault}`;
  } catch (thrown) {
    return `crashed: ${String(thrown)}`;
  }
}
