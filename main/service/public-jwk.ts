import { z } from 'zod';

/** A public key as a JWKS publishes it (RFC 7517); members that nobody here knows stay. */
export const publicJwk = z.looseObject({
  kty: z.string(),
  kid: z.string().min(1),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
  alg: z.string().optional(),
  use: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
  x5c: z.array(z.string()).optional(),
  'x5t#S256': z.string().optional(),
});
export type PublicJwk = z.infer<typeof publicJwk>;
