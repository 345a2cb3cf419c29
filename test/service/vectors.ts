import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { signingKey } from '../../main/service/signing-key.ts';

/** Reads the vectors of another implementation (test/vectors). */
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));

export const config = z
  .object({
    claimPrefix: z.string(),
    issuer: z.string(),
    profileId: z.string(),
    merchantId: z.string(),
    bankUserId: z.string(),
    toleranceSeconds: z.number(),
  })
  .parse(read('config'));

export const merchantKey = signingKey.parse(read('merchant-key'));

export const serviceJwks = z
  .object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) })
  .parse(read('service-jwks'));

export const requests = z
  .array(
    z.object({
      name: z.string(),
      method: z.enum(['GET', 'POST', 'DELETE']),
      path: z.string(),
      bodyUtf8: z.string(),
      now: z.string(),
      jti: z.string(),
      protectedHeader: z.record(z.string(), z.unknown()),
      exampleSignature: z.string(),
    }),
  )
  .parse(read('requests'));

export const signatures = z
  .array(
    z.object({
      kind: z.enum(['response', 'callback']),
      name: z.string(),
      expect: z.enum(['accept', 'reject']),
      why: z.string().optional(),
      signature: z.string().nullish(),
      bodyUtf8: z.string(),
      now: z.string(),
      path: z.string(),
    }),
  )
  .parse(read('signatures'));
