import { hash } from 'node:crypto';

export interface EventRow {
  readonly seq: number;
  readonly at: number;
  readonly terminal_id: string;
  readonly shop_id: string;
  readonly pos_id: string;
  readonly type: string;
  readonly payload: string;
  readonly prev_hash: string;
  readonly hash: string;
  /** HMAC over the hash by a key of the keychain; null where the journal was written without one. */
  readonly mac: string | null;
}

/** The first event names this as the hash of the event before. */
export const CHAIN_START = '0'.repeat(64);

/** SHA-256 (hex). A JSON array keeps the fields apart: joined as text, two events could give the same hash. */
export function chainHash(row: Omit<EventRow, 'hash' | 'mac'>): string {
  const content = [row.prev_hash, row.seq, row.at, row.terminal_id, row.shop_id, row.pos_id, row.type, row.payload];
  return hash('sha256', JSON.stringify(content));
}

/** True where `row` follows the event with `prevHash` and has not been changed since it was written. */
export function isLinked(row: EventRow, prevHash: string): boolean {
  return row.prev_hash === prevHash && row.hash === chainHash(row);
}
