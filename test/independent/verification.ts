import { createLocalJWKSet, errors, flattenedVerify, type JWK } from 'jose';

export type Header = Readonly<Record<string, unknown>>;
export type Verdict = { readonly ok: true; readonly header: Header } | { readonly ok: false; readonly why: string };

export interface Expected {
  readonly kind: 'response' | 'callback';
  readonly keys: readonly JWK[];
  readonly claimPrefix: string;
  readonly issuer: string;
  readonly path: string;
  readonly now: Date;
  readonly toleranceSeconds: number;
  readonly profileId: string;
}

/**
 * Verifies the service's signature over exactly `body` with jose, which neither client nor sandbox uses for it, and
 * then the claims (docs/service.md, Detached JWS signature).
 */
export async function verifyDetached(
  signature: string | null | undefined,
  body: Buffer,
  expected: Expected,
): Promise<Verdict> {
  if (!signature) return { ok: false, why: 'no signature' };
  const [head = '', payload, tail = ''] = signature.split('.');
  if (payload !== '') return { ok: false, why: 'not detached' };
  const claims = ['sub', 'iss', 'iat', 'jti', 'path'].map((claim) => [`${expected.claimPrefix}/${claim}`, true]);
  const keys = createLocalJWKSet({ keys: [...expected.keys] });
  const jws = { protected: head, payload: body.toString('base64url'), signature: tail };
  try {
    const options = { algorithms: ['ES256', 'RS256'], crit: Object.fromEntries(claims) };
    const { protectedHeader: header = {} } = await flattenedVerify(jws, keys, options);
    const why = faultOfClaims(header, expected);
    return why === undefined ? { ok: true, header } : { ok: false, why };
  } catch (thrown) {
    const isForged = thrown instanceof errors.JWSSignatureVerificationFailed;
    return { ok: false, why: isForged ? 'signature does not match' : String(thrown) };
  }
}

function faultOfClaims(header: Header, expected: Expected): string | undefined {
  const claim = (name: string) => header[`${expected.claimPrefix}/${name}`];
  if (claim('iss') !== expected.issuer) return 'wrong issuer';
  if (claim('path') !== expected.path) return 'path does not match';
  const apartMs = Math.abs(expected.now.getTime() - Date.parse(String(claim('iat'))));
  if (!(apartMs <= expected.toleranceSeconds * 1_000)) return 'wrong time';
  if (expected.kind === 'response') return undefined;
  if (header['sub'] !== expected.profileId) return 'wrong addressee';
  const isOwn = expected.keys.some((key) => key['x5t#S256'] === header['x5t#S256'] && key.kid === header['kid']);
  return isOwn ? undefined : 'thumbprint does not match';
}
