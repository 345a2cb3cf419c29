import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256, base64url. JSON keeps the members apart: joined, two lists could result in the same text. */
export function macOf(key: Buffer, content: readonly unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(content)).digest('base64url');
}

/** Compares in constant time, so that the duration does not reveal a partial match. */
export function isSameMac(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
