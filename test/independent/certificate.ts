import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A self-signed X.509 certificate of an EC P-256 key, encoded by hand: node:crypto reads certificates, and makes none. */
export interface Certificate {
  readonly der: Buffer;
  /** Value of `x5t#S256`. */
  readonly thumbprint: string;
}

export function selfSigned(commonName: string, publicKey: KeyObject, privateKey: KeyObject): Certificate {
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(commonName)))));
  const toBeSigned = sequence(
    der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime('250101000000Z'), utcTime('450101000000Z')),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const whole = sequence(toBeSigned, ECDSA_WITH_SHA256, der(0x03, Buffer.concat([Buffer.from([0x00]), signature])));
  return { der: whole, thumbprint: createHash('sha256').update(whole).digest('base64url') };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...items: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(items));
}

function set(item: Buffer): Buffer {
  return der(0x31, item);
}

function utcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}

/** 2.5.4.3 */
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));
/** 1.2.840.10045.4.3.2 */
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
