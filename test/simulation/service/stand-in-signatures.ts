import type { Signer } from '../../../main/service/request-signer.ts';
import { serviceError } from '../../../main/service/service-error.ts';
import type { Verifier } from '../../../main/service/signature-verifier.ts';

/**
 * Real signatures are made on other threads, outside the virtual clock. Stand-ins carry only the data used by the
 * client: time, signer and signed bytes.
 */
export const standInSigner: Signer = {
  kid: 'simulation',
  sign: async (claims) => `at ${claims.issuedAt} ${claims.jti}`,
};

/** Returns the signature header of a response; `jti` identifies the response. */
export function signatureOf(jti: string, body: Uint8Array): string {
  return `genuine.${jti}.${checksum(body)}`;
}

export function isGenuine(signature: string | undefined, body: Uint8Array): boolean {
  const [by, , sum] = signature?.split('.') ?? [];
  return by === 'genuine' && sum === String(checksum(body));
}

export const standInVerifier: Verifier = {
  async verify(ask) {
    if (ask.signature === undefined) throw serviceError('verify.no-signature', '');
    if (!isGenuine(ask.signature, ask.body)) throw serviceError('verify.signature-mismatch', '');
    const jti = ask.signature.split('.')[1] ?? '';
    return { kid: 'simulation', jti, issuedAt: ask.now, rememberUntil: ask.now + 300_000 };
  },
};

function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
