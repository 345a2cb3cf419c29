import { createHash, randomUUID } from 'node:crypto';
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose';

/** A publisher of Tillmate: a key, and signed documents as the release tool makes them. */
export interface ReleaseMaker {
  readonly publicKey: JWK;
  /** Returns a signed document of a valid Linux release of `version`, with `fields` replaced. */
  sign(version: string, content: Buffer, fields?: object, header?: object): Promise<string>;
}

export async function releaseMaker(kid = `key-${randomUUID()}`): Promise<ReleaseMaker> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid },
    sign: (version, content, fields, header) =>
      new CompactSign(Buffer.from(JSON.stringify({ ...releaseOf(version, content), ...fields })))
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'tillmate-release', ...header })
        .sign(privateKey),
  };
}

function releaseOf(version: string, content: Buffer) {
  return {
    platform: 'linux',
    version,
    issuedAt: '2026-11-20T08:00:00Z',
    expiresAt: '2026-12-20T08:00:00Z',
    share: 100,
    files: [fileOf(`Tillmate-${version}.AppImage`, content)],
  };
}

export function fileOf(name: string, content: Buffer) {
  const sha512 = createHash('sha512').update(content).digest('base64');
  return { name, arch: 'x64', size: content.length, sha512, administrator: false };
}
