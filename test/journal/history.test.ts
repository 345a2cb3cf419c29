import { beforeEach, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { systemDisk } from '../../main/journal/database.ts';
import type { Journal } from '../../main/journal/journal.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import * as events from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { open } = temporaryJournal();

const MINUTE_MS = 60_000;
let clock: VirtualClock;
let journal: Journal;

beforeEach(() => {
  clock = new VirtualClock();
  journal = open(systemDisk, { clock });
});

const by = { role: 'cashier', id: 'person-2', name: 'Sem' } as const;
const ada = { role: 'manager', id: 'person-1', name: 'Ada' } as const;
const paymentOf = (saleId: string) => ({ paymentId: saleId.padStart(24, '0') });
const intent = (saleId: string) => events.intent(saleId, { by });
const created = (saleId: string) => events.created(saleId, paymentOf(saleId));
const paid = (saleId: string) => events.paid(saleId, { message: 'Thanks!', bulkId: 'BULK-7' });
const refund = (refundKey: string, saleId: string) =>
  events.refund(refundKey, saleId, { ...paymentOf(saleId), by: ada });
const refused = (refundKey: string): JournalEvent => ({
  type: 'refund.refused',
  refundKey,
  problem: { code: 'refund.refused', message: 'No.', retryable: false },
});
const typesOf = (saleId: string) => journal.eventsOf(saleId).map(({ event }) => event.type);

test('sales and refunds store actor, message and batch', () => {
  journal.record(intent('1'), created('1'), paid('1'), refund('key', '1'));
  expect(journal.sale('1')).toMatchObject({ by, message: 'Thanks!', bulkId: 'BULK-7' });
  expect(journal.refund('key')).toMatchObject({ by: ada });
});

test('events of a sale include its refunds and acts', () => {
  journal.record(intent('1'), intent('2'), created('1'));
  journal.record(created('2'), paid('2'), paid('1'), refund('key-2', '2'), refund('key-1', '1'));
  journal.record(events.act('refund-iban-read', { about: '1' }), events.act('unlock'));
  journal.record(refused('key-2'), refused('key-1'), events.act('refund-printed', { about: 'key-1' }));
  const ofRefund = ['refund.intent', 'act', 'refund.refused', 'act'];
  expect(typesOf('1')).toEqual(['sale.intent', 'sale.created', 'sale.moved', ...ofRefund]);
  expect(typesOf('2')).toEqual(['sale.intent', 'sale.created', 'sale.moved', 'refund.intent', 'refund.refused']);
  expect(typesOf('none')).toEqual([]);
});

test('a register lists each changed payment once', () => {
  const of = (saleId: string, id: string) => events.intent(saleId, { register: { id, key: saleId, ask: 'h' } });
  const changed = (after: number, upTo: number) =>
    journal.changedOf('r1', after, upTo).map(({ saleId, seq }) => [saleId, seq]);
  journal.record(of('1', 'r1'), of('2', 'r1'), of('3', 'r2'), intent('4'), refund('key', '1'));
  expect([journal.lastOfRegister('r1'), journal.lastOfRegister('r3')]).toEqual(['2', undefined]);
  expect(journal.changedOf('r1', 2, 3)).toEqual([{ saleId: '2', seq: 3, at: clock.now() }]);
  expect([changed(1, 6), changed(1, 5), changed(6, 9)]).toEqual([
    [
      ['2', 3],
      ['1', 6],
    ],
    [['2', 3]],
    [],
  ]);
  journal.record(refused('key'), events.act('show', { about: '2' }));
  expect(changed(6, 8)).toEqual([
    ['1', 7],
    ['2', 8],
  ]);
  journal.record(events.act('show', { about: 'key' }), ...['a', 'b', 'c'].map((jti) => events.seen(jti)), created('2'));
  expect([changed(1, 12), changed(1, 13)]).toEqual([
    [['1', 9]],
    [
      ['1', 9],
      ['2', 13],
    ],
  ]);
  expect([journal.revOf('1'), journal.revOf('2'), journal.revOf('none')]).toEqual([9, 13, 0]);
});

test('events are read over any range', () => {
  journal.record(...Array.from({ length: 1_100 }, (_, at) => events.seen(`${at}`)));
  const seqs = (from: number, to: number) => [...journal.eventsBetween(from, to)].map(({ seq }) => seq);
  expect(seqs(1, Number.MAX_SAFE_INTEGER)).toEqual(Array.from({ length: 1_101 }, (_, index) => index + 1));
  expect(seqs(3, 5)).toEqual([3, 4, 5]);
  expect(seqs(5, 4)).toEqual([]);
});

test('sales and refunds are read oldest first within a period', async () => {
  const start = clock.now();
  for (let number = 0; number < 600; number += 1) {
    const saleId = String(599 - number).padStart(3, '0');
    journal.record(intent(saleId), created(saleId), paid(saleId), refund(`key-${saleId}`, saleId));
    // Three per moment, so that a moment spans two pages.
    if (number % 3 === 2) await clock.advance(MINUTE_MS);
  }
  const sales = (from: number, before: number) => [...journal.salesBetween(from, before)].map(({ saleId }) => saleId);
  const refunds = (from: number, before: number) =>
    [...journal.refundsBetween(from, before)].map(({ refundKey }) => refundKey);
  expect(sales(start + MINUTE_MS, start + 3 * MINUTE_MS)).toEqual(['594', '595', '596', '591', '592', '593']);
  expect(refunds(start + MINUTE_MS, start + 2 * MINUTE_MS)).toEqual(['key-594', 'key-595', 'key-596']);
  expect(sales(0, Number.MAX_SAFE_INTEGER)).toHaveLength(600);
  expect(new Set(refunds(0, Number.MAX_SAFE_INTEGER)).size).toBe(600);
});

test('writing during a read does not end the read', () => {
  for (let number = 100; number < 110; number += 1) journal.record(intent(`${number}`));
  const seen: string[] = [];
  for (const { saleId } of journal.salesBetween(0, Number.MAX_SAFE_INTEGER)) {
    journal.record(created(saleId));
    seen.push(saleId);
  }
  expect(seen).toHaveLength(10);
});
