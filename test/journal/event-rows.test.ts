import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  CHAIN_START,
  chainHash,
  type EventRow,
  isLinked,
  readRow,
  toEvent,
  toRow,
} from '../../main/journal/event-rows.ts';

const row: EventRow = {
  seq: 1,
  at: 1_772_966_130_250,
  terminal_id: 'till-1',
  shop_id: 'SHOP1',
  pos_id: 'TILL42',
  type: 'sale.dismissed',
  payload: '{"saleId":"one"}',
  prev_hash: CHAIN_START,
  hash: '1',
  mac: null,
};
const sound = { ...row, hash: chainHash(row) };

test('the hash can be recomputed from the stored row', () => {
  const content = `["${'0'.repeat(64)}",1,1772966130250,"till-1","SHOP1","TILL42","sale.dismissed","{\\"saleId\\":\\"one\\"}"]`;
  expect(chainHash(row)).toBe(createHash('sha256').update(content).digest('hex'));
  expect(isLinked(sound, CHAIN_START)).toBe(true);
});

const chained = (Object.keys(sound) as (keyof EventRow)[]).filter((column) => column !== 'mac');
test.each(chained)('a row with a changed %s is not linked', (column) => {
  const changed = { ...sound, [column]: typeof sound[column] === 'number' ? 2 : 'f'.repeat(64) };
  expect(isLinked(changed, CHAIN_START)).toBe(false);
});

test('a row is linked only to its predecessor', () => {
  expect(isLinked(sound, 'f'.repeat(64))).toBe(false);
  const other = { ...row, prev_hash: 'f'.repeat(64) };
  expect(isLinked({ ...other, hash: chainHash(other) }, CHAIN_START)).toBe(false);
});

test('an event is read as written, with time and till', () => {
  const terminal = { terminalId: 'till-1', shopId: 'SHOP1', posId: 'TILL42' };
  const event = { type: 'sale.dismissed', saleId: 'one' } as const;
  const written = toRow(event, row.at, terminal, 1, CHAIN_START);
  expect(written).toEqual(sound);
  expect(toEvent(readRow({ ...written }))).toEqual({ seq: 1, at: row.at, ...terminal, event });
});
