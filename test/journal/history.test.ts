import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const MINUTE_MS = 60_000;
let folder: string;
let clock: VirtualClock;
let journal: Journal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-history-'));
  clock = new VirtualClock();
  journal = openJournal({
    file: join(folder, 'journal.sqlite'),
    disk: systemDisk,
    clock,
    random: new SeededRandom(7),
    terminal: { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' },
  });
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const by = { role: 'cashier', id: 'person-2', name: 'Sem' } as const;
const ada = { role: 'manager', id: 'person-1', name: 'Ada' } as const;
const intent = (saleId: string): JournalEvent => ({
  type: 'sale.intent',
  saleId,
  reference: `ref-${saleId}`,
  amount: 1250,
  operation: 'static-qr',
  body: '{}',
  by,
  skewMs: 0,
});
const created = (saleId: string): JournalEvent => ({
  type: 'sale.created',
  saleId,
  paymentId: saleId.padStart(24, '0'),
  createdAt: 0,
  via: 'create',
});
const paid = (saleId: string): JournalEvent => ({
  type: 'sale.moved',
  saleId,
  via: 'read',
  status: 'SUCCEEDED',
  stage: 'paid',
  message: 'Thanks!',
  bulkId: 'BULK-7',
});
const refund = (refundKey: string, saleId: string): JournalEvent => ({
  type: 'refund.intent',
  refundKey,
  saleId,
  paymentId: saleId.padStart(24, '0'),
  amount: 100,
  body: '{}',
  by: ada,
});
const refused = (refundKey: string): JournalEvent => ({
  type: 'refund.refused',
  refundKey,
  problem: { code: 'refund.refused', message: 'No.', retryable: false },
});
const typesOf = (saleId: string) => journal.eventsOf(saleId).map(({ event }) => event.type);

test('who charged, what the payer wrote and the batch are kept with the payment, and who refunded with the refund', () => {
  journal.record(intent('1'), created('1'), paid('1'), refund('key', '1'));
  expect(journal.sale('1')).toMatchObject({ by, message: 'Thanks!', bulkId: 'BULK-7' });
  expect(journal.refund('key')).toMatchObject({ by: ada });
});

test('the events of a sale are its own, its refunds and what was done with it, in order', () => {
  journal.record(intent('1'), intent('2'), created('1'));
  journal.record(created('2'), paid('2'), paid('1'), refund('key-2', '2'), refund('key-1', '1'));
  journal.record({ type: 'act', act: 'refund-iban-read', by: ada, about: '1' });
  journal.record({ type: 'act', act: 'unlock', by: ada });
  journal.record(refused('key-2'), refused('key-1'));
  expect(typesOf('1')).toEqual(['sale.intent', 'sale.created', 'sale.moved', 'refund.intent', 'act', 'refund.refused']);
  expect(typesOf('2')).toEqual(['sale.intent', 'sale.created', 'sale.moved', 'refund.intent', 'refund.refused']);
  expect(typesOf('none')).toEqual([]);
});

test('events are read from the first to the last that is asked for, however many they are', () => {
  for (let at = 0; at < 1_100; at += 1) journal.record({ type: 'callback.seen', jti: `${at}`, untilMs: 0 });
  const seqs = (from: number, to: number) => [...journal.eventsBetween(from, to)].map(({ seq }) => seq);
  expect(seqs(1, Number.MAX_SAFE_INTEGER)).toEqual(Array.from({ length: 1_101 }, (_, index) => index + 1));
  expect(seqs(3, 5)).toEqual([3, 4, 5]);
  expect(seqs(5, 4)).toEqual([]);
});

test('sales and refunds of a time are given the oldest first, from its first moment to before its end', async () => {
  const start = clock.now();
  for (let number = 0; number < 600; number += 1) {
    const saleId = String(number).padStart(3, '0');
    journal.record(intent(saleId), created(saleId), paid(saleId), refund(`key-${saleId}`, saleId));
    // Two in each moment.
    if (number % 2 === 1) await clock.advance(MINUTE_MS);
  }
  const sales = (from: number, before: number) => [...journal.salesBetween(from, before)].map(({ saleId }) => saleId);
  const refunds = (from: number, before: number) =>
    [...journal.refundsBetween(from, before)].map(({ refundKey }) => refundKey);
  expect(sales(start + MINUTE_MS, start + 3 * MINUTE_MS)).toEqual(['002', '003', '004', '005']);
  expect(refunds(start + MINUTE_MS, start + 2 * MINUTE_MS)).toEqual(['key-002', 'key-003']);
  expect(sales(0, Number.MAX_SAFE_INTEGER)).toHaveLength(600);
  expect(new Set(refunds(0, Number.MAX_SAFE_INTEGER)).size).toBe(600);
});

test('what is written while sales are read does not end the reading', () => {
  for (let number = 100; number < 110; number += 1) journal.record(intent(`${number}`));
  const seen: string[] = [];
  for (const { saleId } of journal.salesBetween(0, Number.MAX_SAFE_INTEGER)) {
    journal.record(created(saleId));
    seen.push(saleId);
  }
  expect(seen).toHaveLength(10);
});
