import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { PIN_COST } from './guess-cost.ts';

const BYTES = 32;

/** Returns the stored form of a PIN: `scrypt$salt$hash`. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(pin, salt);
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

export async function pinMatches(pin: string, kept: string): Promise<boolean> {
  const [scheme, salt, hash] = kept.split('$');
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64url');
  const given = await derive(pin, Buffer.from(salt, 'base64url'));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function derive(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, BYTES, PIN_COST, (fault, key) => (fault === null ? resolve(key) : reject(fault)));
  });
}
