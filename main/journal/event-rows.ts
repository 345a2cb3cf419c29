import { hash } from 'node:crypto';
import { TillError } from '../base/till-error.ts';
import { type JournalEvent, journalEvent, type RecordedEvent } from '../domain/events.ts';
import type { Row } from './prepared-statements.ts';
import type { Sealing } from './sealing.ts';

export const INSERT_EVENT = `INSERT INTO events (seq, at, terminal_id, shop_id, pos_id, type, payload, prev_hash, hash, mac)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export interface TerminalIdentity {
  readonly terminalId: string;
  readonly shopId: string;
  readonly posId: string;
}

export function toRow(
  event: JournalEvent,
  at: number,
  terminal: TerminalIdentity,
  seq: number,
  prevHash: string,
  sealing?: Sealing,
): EventRow {
  const { type, ...payload } = event;
  const row = {
    seq,
    at,
    terminal_id: terminal.terminalId,
    shop_id: terminal.shopId,
    pos_id: terminal.posId,
    type,
    payload: JSON.stringify(payload),
    prev_hash: prevHash,
  };
  const hash = chainHash(row);
  return { ...row, hash, mac: sealing?.mac(hash) ?? null };
}

export function valuesOf(row: EventRow): readonly (string | number | null)[] {
  const where = [row.seq, row.at, row.terminal_id, row.shop_id, row.pos_id];
  return [...where, row.type, row.payload, row.prev_hash, row.hash, row.mac];
}

export function readRow(row: Row): EventRow {
  return {
    seq: Number(row['seq']),
    at: Number(row['at']),
    terminal_id: String(row['terminal_id']),
    shop_id: String(row['shop_id']),
    pos_id: String(row['pos_id']),
    type: String(row['type']),
    payload: String(row['payload']),
    prev_hash: String(row['prev_hash']),
    hash: String(row['hash']),
    mac: typeof row['mac'] === 'string' ? row['mac'] : null,
  };
}

/** Throws TillError `journal.damaged` for an event that this app does not know. */
export function toEvent(row: EventRow): RecordedEvent {
  return {
    seq: row.seq,
    at: row.at,
    terminalId: row.terminal_id,
    shopId: row.shop_id,
    posId: row.pos_id,
    event: parseEvent(row),
  };
}

function parseEvent(row: EventRow): JournalEvent {
  try {
    return journalEvent.parse({ ...(JSON.parse(row.payload) as object), type: row.type });
  } catch (cause) {
    throw new TillError('journal.damaged', `Event ${row.seq} unreadable for this version.`, {
      cause,
      values: { seq: row.seq },
    });
  }
}

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
  /** HMAC over the hash with a key of the keychain; null in a journal without a key. */
  readonly mac: string | null;
}

export const CHAIN_START = '0'.repeat(64);

/** SHA-256, hex. A JSON array keeps the fields apart: joined as text, two events could have the same hash. */
export function chainHash(row: Omit<EventRow, 'hash' | 'mac'>): string {
  const content = [row.prev_hash, row.seq, row.at, row.terminal_id, row.shop_id, row.pos_id, row.type, row.payload];
  return hash('sha256', JSON.stringify(content));
}

/** True if `row` follows the event with `prevHash` and is unchanged since writing. */
export function isLinked(row: EventRow, prevHash: string): boolean {
  return row.prev_hash === prevHash && row.hash === chainHash(row);
}
