import { TillError } from '../base/till-error.ts';
import { type JournalEvent, journalEvent, type RecordedEvent } from '../domain/events.ts';
import { chainHash, type EventRow } from './hash-chain.ts';
import type { Sealing } from './sealing.ts';
import type { Row } from './statements.ts';

export const INSERT_EVENT = `INSERT INTO events (seq, at, terminal_id, shop_id, pos_id, type, payload, prev_hash, hash, mac)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The writer's identity: it goes into every event. */
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

/** The event of a row; TillError `journal.damaged` when this app does not know it. */
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
    throw new TillError('journal.damaged', `Event ${row.seq} is not one that this app can read.`, {
      cause,
      values: { seq: row.seq },
    });
  }
}
