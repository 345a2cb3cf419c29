import { describe, expect, it } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import { createVerifier } from '../../main/service/signature-verifier.ts';
import { type SignatureVector, signatureVectors, vectorConfig, vectorKeys } from '../independent/vectors.ts';
import { mutated, seededDraw } from './damaged-signatures.ts';

/** The hostile shapes; chance damage in large numbers is test/service/signature-verifier.fuzz.test.ts. */
const FORGERIES = 10_000;
const AT_ONCE = 50;
const SEED = 20_261_120;

const verifier = createVerifier({
  claimPrefix: vectorConfig.claimPrefix,
  issuer: vectorConfig.issuer,
  profileId: vectorConfig.profileId,
  toleranceMs: vectorConfig.toleranceSeconds * 1000,
  keys: new JwksCache({
    url: 'https://pay.example/jwks',
    transport: {
      send: async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify({ keys: vectorKeys })) }),
      close: async () => undefined,
    },
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined },
  }),
});

const genuine = signatureVectors.filter((vector) => vector.expect === 'accept');

describe("the till's verifier", () => {
  it.each(genuine)('takes the genuine $kind, $name', async (vector) => {
    expect(await outcome(vector, vector.signature, Buffer.from(vector.bodyUtf8))).toBe('accepted');
  });

  it.each(['response', 'callback'] as const)(
    `takes none of ${FORGERIES / 2} damaged signatures of a %s, and crashes on none`,
    async (kind) => {
      const of = genuine.filter((vector) => vector.kind === kind);
      const first = of[0];
      if (first === undefined) throw new Error(`the vectors have no genuine ${kind}`);
      const originals = of.map((each) => ({ signature: each.signature, body: Buffer.from(each.bodyUtf8) }));
      const draw = seededDraw(SEED);
      const failures: unknown[] = [];
      const reasons = new Set<string>();
      for (let number = 0; number < FORGERIES / 2; number += AT_ONCE) {
        const forgeries = Array.from({ length: AT_ONCE }, () => mutated(originals, draw));
        const results = await Promise.all(forgeries.map((each) => outcome(first, each.signature, each.body)));
        for (const [index, result] of results.entries()) {
          reasons.add(result);
          const { kind: damage, signature = '' } = forgeries[index] ?? {};
          if (!result.startsWith('verify.'))
            failures.push({ number: number + index, result, damage, signature: signature.slice(0, 300) });
        }
      }
      expect(failures.slice(0, 3)).toEqual([]);
      expect(reasons.size, 'the damage reaches every check').toBeGreaterThan(10);
    },
    120_000,
  );
});

/** `accepted`, the code of the refusal, or any other error. */
async function outcome(vector: SignatureVector, signature: string, body: Buffer): Promise<string> {
  try {
    await verifier.verify({ kind: vector.kind, signature, body, path: vector.path, now: Date.parse(vector.now) });
    return 'accepted';
  } catch (thrown) {
    return thrown instanceof TillError ? thrown.code : `crashed: ${String(thrown)}`;
  }
}
