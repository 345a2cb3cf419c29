import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256, base64url. As JSON the members stay apart: joined, two lists could give one text. */
export function macOf(key: Buffer, content: readonly unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(content)).digest('base64url');
}

/** The time does not tell how much of one was right. */
export function isSameMac(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
