import type { Signer } from '../../main/service/request-signer.ts';
import { serviceError } from '../../main/service/service-error.ts';
import type { Verifier } from '../../main/service/signature-verifier.ts';

/**
 * Signatures are not what the simulation is about, and the real ones run on other threads, where no virtual clock sees
 * them. These hold what matters to the rest of the client: when it was signed, by whom, and over which bytes.
 */
export const standInSigner: Signer = {
  kid: 'simulation',
  sign: async (claims) => `at ${claims.issuedAt} ${claims.jti}`,
};

/** The header of an answer that the service has signed; `jti` names the answer. */
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
