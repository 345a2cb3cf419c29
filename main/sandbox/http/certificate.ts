import { createPublicKey, type KeyObject, sign } from 'node:crypto';

/**
 * A self-signed X.509 certificate (DER) for a P-256 key, with the fields that RFC 5280 requires: callbacks name its
 * thumbprint. By hand, because a library for it (@peculiar/x509) adds 685 kB to the app, a global polyfill, and a tenth of
 * a second to its first start in training mode.
 */
export function selfSigned(
  privateKey: KeyObject,
  options: { readonly commonName: string; readonly serial: Buffer; readonly from: number; readonly to: number },
): Buffer {
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256));
  const name = sequence(set(sequence(objectId(COMMON_NAME), tagged(0x0c, Buffer.from(options.commonName)))));
  const publicInfo = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(options.serial),
    algorithm,
    name,
    sequence(time(options.from), time(options.to)),
    name,
    publicInfo,
  );
  const signature = sign('sha256', body, { key: privateKey, dsaEncoding: 'der' });
  return sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
}

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), length(content.length), content]);
}

function length(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  const digits = bytes.toString(16);
  const value = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | value.length]), value]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

/** A positive integer in the fewest bytes, as DER requires. */
function integer(magnitude: Buffer): Buffer {
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start += 1;
  const short = magnitude.subarray(start);
  return tagged(0x02, (short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short);
}

/** UTCTime up to 2049, GeneralizedTime from then on (RFC 5280, 4.1.2.5). */
function time(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return text < '2050' ? tagged(0x17, Buffer.from(text.slice(2))) : tagged(0x18, Buffer.from(text));
}
