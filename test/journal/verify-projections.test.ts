import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { type Database, type Disk, systemDisk } from '../../main/journal/database.ts';
import { chainHash, readRow } from '../../main/journal/event-rows.ts';
import { verifyProjections } from '../../main/journal/verify-projections.ts';
import { alter as alterFile } from './attacks.ts';
import { sqliteError, watchedDatabase } from './disks.ts';
import {
  act as actOf,
  answered as answeredOf,
  created as createdOf,
  intent,
  moved as movedOf,
  PAYMENT,
  problem,
  refund as refundOf,
  seen,
} from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

/** Bits flipped between two starts: in the projections, in the events, or in both. */

const SALES = 80;
const OTHER_SALE = 'sale-4';
/** Its intent is event 5: outside the part of the chain checked at every start. */
const SALE = 'sale-3';

const home = temporaryJournal();
const { file, open } = home;
let whole: Uint8Array | undefined;

beforeEach(() => {
  whole ??= filled();
  writeFileSync(file, whole);
});

const refund = [refundOf('key', SALE, { amount: 400, body: '{"amount":400}' }), answeredOf('key', 'pending')];

const shift = (number: number): JournalEvent => {
  const by = { role: 'manager', name: 'Ada' } as const;
  return { type: 'shift.closed', number, fromSeq: number, toSeq: number, from: 0, to: 1, by, report: '{"paid":2}' };
};

const shiftsAltered: readonly (readonly [string, string])[] = [
  ['a shift is another', `UPDATE shifts SET data = replace(data, '"paid\\":2', '"paid\\":9') WHERE number = 2`],
  ['the time of a shift is another', 'UPDATE shifts SET at = at + 1 WHERE number = 2'],
  ['a shift is gone', 'DELETE FROM shifts WHERE number = 2'],
  ['there is a shift too many', `INSERT INTO shifts VALUES (3, 1, '{"number":3}')`],
  ['a shift is no record', `UPDATE shifts SET data = '{' WHERE number = 2`],
];

function filled(): Uint8Array {
  const journal = open();
  for (let number = 0; number < SALES; number += 1) {
    const saleId = `sale-${number}`;
    journal.record(intent(saleId, journal.nextReference()));
    if (saleId === SALE) journal.record({ type: 'sale.dismissed', saleId }, ...refund);
  }
  for (const number of [1, 2]) journal.record(shift(number));
  const old = { saleId: 'old', paymentId: 'p', reference: 'r', amount: 1, createdAt: 5 } as const;
  journal.record({ type: 'sale.imported', ...old, status: 'SUCCEEDED', stage: 'paid', follow: false });
  journal.close();
  return readFileSync(file);
}

const alter = (...statements: readonly string[]) => alterFile(file, ...statements);

const record = (saleId: string, find: string, put: string) =>
  `UPDATE sales SET data = replace(data, '${find}', '${put}') WHERE sale_id = '${saleId}'`;
/** Alters the record and its columns consistently. */
const settled = (where: string) =>
  `UPDATE sales SET open = 0, data = replace(data, '"settled":false', '"settled":true') ${where}`;
const AMOUNT_OF_REFUND = `UPDATE events SET payload = replace(payload, ':400', ':900')
  WHERE type = 'refund.intent' AND payload LIKE '%"refundKey":"key"%'`;
const AMOUNT_OF_EVENT = `UPDATE events SET payload = replace(payload, ':1250', ':9250')
  WHERE type = 'sale.intent' AND payload LIKE '%"${SALE}"%'`;

const LAST = `sale-${SALES - 1}`;
const created = createdOf(LAST, { paymentId: PAYMENT });
const moved = movedOf(LAST, 'IDENTIFIED', 'scanned');
const typed = intent('typed', { reference: 'table 4', operation: 'payment' });
const replacing: JournalEvent = { type: 'journal.begun', journalId: 'id', salt: 7, replaces: 'journal-damaged.sqlite' };
const answered = answeredOf('key', 'refunded');
const imported: JournalEvent = {
  type: 'refund.imported',
  refundKey: 'another',
  saleId: SALE,
  paymentId: PAYMENT,
  refundId: 'id-2',
  amount: 100,
  createdAt: 5_000,
};

test.each<readonly [string, readonly JournalEvent[]]>([
  ['a sale that goes on', [created, moved]],
  ['the sale on screen being dismissed', [{ type: 'sale.dismissed', saleId: LAST }]],
  ['another sale being dismissed', [{ type: 'sale.dismissed', saleId: OTHER_SALE }]],
  ['a reference that the cashier typed', [typed]],
  ['a reference with half a number', [{ ...typed, counter: 'TILL42/261120' }]],
  ['a reference with the other half', [{ ...typed, sequence: 7 }]],
  [
    'a number that is taken before a smaller one',
    [
      { ...typed, counter: 'TILL42/261120', sequence: 200 },
      { ...typed, saleId: 'typed too', counter: 'TILL42/261120', sequence: 100 },
    ],
  ],
  ['a refund that is answered', [answered]],
  ['a refund without an answer', [{ type: 'refund.unanswered', refundKey: 'key', problem }]],
  ['a refund that is refused', [{ type: 'refund.refused', refundKey: 'key', problem }]],
  ['a refund that looking it up did not settle', [{ type: 'refund.unsettled', refundKey: 'key', why: 'absent' }]],
  ['a refund that a manager settled', [{ type: 'refund.settled', refundKey: 'key', decision: 'not-made' }]],
  ['a refund of another till', [imported]],
  ['a journal that was replaced', [replacing]],
  ['a journal that was replaced, once the service has told', [replacing, { type: 'journal.refilled', found: 3 }]],
  ['a callback', [seen('one')]],
])('an intact journal is accepted after %s', (_what, events) => {
  const journal = open();
  journal.record(...events);
  journal.close();
  expect(open().opening).toEqual({ created: false, rebuilt: false });
});

describe('with sound events, projections are rebuilt', () => {
  test.each<readonly [string, string]>([
    ['an amount is another', record('sale-3', '"amount":1250', '"amount":9250')],
    ['a sale is not found by its reference', "UPDATE sales SET search = '' WHERE sale_id = 'sale-3'"],
    ['an event is not found by its sale', "UPDATE sales SET events = '1' WHERE sale_id = 'sale-3'"],
    ['an event of another is found by a sale', "UPDATE sales SET events = events || ',2' WHERE sale_id = 'sale-3'"],
    ['a sale leads to no event', "UPDATE sales SET events = 'none' WHERE sale_id = 'sale-3'"],
    ['a reference is another', "UPDATE sales SET reference = 'another' WHERE sale_id = 'sale-3'"],
    ['an id of a payment is another', "UPDATE sales SET payment_id = 'another' WHERE sale_id = 'sale-3'"],
    ['the time of a sale is another', "UPDATE sales SET at = at - 100000000 WHERE sale_id = 'sale-3'"],
    ['the index of the search is gone', 'DELETE FROM search_blocks'],
    ['a block of it is gone', 'DELETE FROM search_blocks WHERE block = (SELECT max(block) FROM search_blocks)'],
    ['the index of the search leaves out sales', 'UPDATE search_blocks SET grams = zeroblob(2000)'],
    ['the index of the search is cut', "UPDATE search_blocks SET grams = x''"],
    ['nothing is expected of a sale', "UPDATE sales SET open = 0 WHERE sale_id = 'sale-3'"],
    ['a sale is gone', "DELETE FROM sales WHERE sale_id = 'sale-4'"],
    [
      'there is a sale too many',
      `INSERT INTO sales (sale_id, at, reference, payment_id, open, alarm, search, events, data)
       SELECT 'more', at, reference, payment_id, open, alarm, search, events, data FROM sales LIMIT 1`,
    ],
    ['nothing is expected of a refund', 'UPDATE refunds SET open = 0'],
    ['a refund is gone', 'DELETE FROM refunds'],
    ['the salt of the references is another', "UPDATE facts SET value = '1' WHERE name = 'salt'"],
    ['no sale is on screen', "DELETE FROM facts WHERE name = 'on-screen'"],
    ['a number would come twice', 'UPDATE counters SET value = value - 1'],
    ['numbers would be left out', 'UPDATE counters SET value = value + 9'],
    ...shiftsAltered,
    [
      'a sale is under another id',
      "PRAGMA foreign_keys = 0; UPDATE sales SET sale_id = 'other' WHERE sale_id = 'sale-4'",
    ],
    ['a sale and a number are others', "UPDATE sales SET search = '' WHERE rowid = 4; UPDATE counters SET value = 1"],
    [
      'a sale and the salt are others',
      "UPDATE sales SET search = '' WHERE rowid = 4; UPDATE facts SET value = 1 WHERE name = 'salt'",
    ],
  ])('when %s', (_what, statement) => {
    alter(statement);
    const journal = open();
    expect(journal.opening).toEqual({ created: false, rebuilt: true });
    expect(journal.check()).toMatchObject({ ok: true });
    expect(journal.openSales()).toHaveLength(SALES);
    expect(journal.openRefunds()).toHaveLength(1);
    expect(journal.onScreen()).toBe(`sale-${SALES - 1}`);
    expect(journal.nextReference().sequence).toBe(SALES + 1);
  });

  test('when refunds are in a different order', () => {
    const journal = open();
    journal.record(refundOf('other', SALE));
    journal.close();
    alter('UPDATE refunds SET rowid = -rowid');
    expect(open().opening.rebuilt).toBe(true);
  });

  test.each([
    [8 * 1024 * 1024, true],
    [8 * 1024 * 1024 + 1, false],
  ])('at the start of a journal of %i bytes: %s', (bytes, rebuilt) => {
    alter("UPDATE sales SET search = '' WHERE sale_id = 'sale-3'");
    expect(open({ ...systemDisk, size: () => bytes }).opening.rebuilt).toBe(rebuilt);
  });
});

const manySeen = (count: number) => Array.from({ length: count }, (_, nth) => seen(`${nth}`));

describe('a journal too large for a full check', () => {
  const large: Disk = { ...systemDisk, size: () => 8 * 1024 * 1024 + 1 };
  const values = { why: 'cut', anchored: 9, found: 1, kept: 1, file: '' };
  const act = (name: string) => actOf(name, { by: { role: 'till' }, values });
  const more = (...events: readonly JournalEvent[]) => {
    const journal = open();
    journal.record(...events);
    journal.close();
  };
  const other = refundOf('other', SALE);

  test.each<readonly [string, string]>([
    ['refunds are gone', 'DELETE FROM refunds'],
    ['the last refund is gone', "DELETE FROM refunds WHERE refund_key = 'other'"],
    ['a refund has another amount', `UPDATE refunds SET data = replace(data, ':400', ':1') WHERE refund_key = 'key'`],
    [
      'a refund is there that nobody made',
      "INSERT INTO refunds SELECT 'more', sale_id, refund_id, open, at, data FROM refunds LIMIT 1",
    ],
    ...shiftsAltered,
    ['the alarm is gone', "DELETE FROM facts WHERE name = 'tampered'"],
    [
      'the alarm is gone, and another act was made to say that it was cleared',
      `UPDATE events SET payload = replace(payload, 'unlock ', ''); DELETE FROM facts WHERE name = 'tampered'`,
    ],
    ['the alarm is another one', "UPDATE facts SET value = replace(value, ':9', ':1') WHERE name = 'tampered'"],
  ])('notices when %s, and rebuilds', (_what, statement) => {
    const acts = [act('journal-alarm-cleared'), act('journal-tampered'), act('unlock journal-alarm-cleared')];
    more(other, imported, ...acts, ...manySeen(64));
    alter(statement);
    const journal = open(large);
    expect(journal.opening).toEqual({ created: false, rebuilt: true });
    expect(journal.newestRefunds(0, 9).map(({ refundKey, amount }) => [refundKey, amount])).toEqual([
      ['another', 100],
      ['other', 100],
      ['key', 400],
    ]);
    expect(journal.tampered()).toMatchObject({ why: 'cut', anchored: 9 });
    journal.close();
    expect(open(large).opening.rebuilt).toBe(false);
  });

  test('notices a forged alarm', () => {
    more(act('journal-tampered'), act('journal-alarm-cleared'));
    alter(`INSERT INTO facts VALUES ('tampered', '{}')`);
    const journal = open(large);
    expect(journal.opening.rebuilt).toBe(true);
    expect(journal.tampered()).toBeUndefined();
  });

  test('leaves refunds begun before the newest events', () => {
    more(...manySeen(10_000), answered);
    alter(`UPDATE refunds SET open = 1`);
    expect(open(large).opening.rebuilt).toBe(false);
  });

  test.each([
    ['among the newest', 0],
    ['further back', 10_000],
  ])('with the chain broken %s rebuilds the proven part', (_where, events) => {
    more(...manySeen(events), other);
    alter(AMOUNT_OF_EVENT, "UPDATE refunds SET open = 0 WHERE refund_key = 'other'");
    const journal = open(large);
    expect(journal.opening).toEqual({ created: false, rebuilt: true });
    expect(journal.sale(SALE)).toMatchObject({ amount: 1250 });
    expect(journal.openRefunds().map(({ refundKey }) => refundKey)).toEqual(['key', 'other']);
    journal.close();
    expect(open(large).opening.rebuilt).toBe(false);
  });

  test('does not treat an unproven refund as new', () => {
    more(...manySeen(10_000), other);
    alter(AMOUNT_OF_REFUND, "DELETE FROM refunds WHERE refund_key = 'other'");
    const journal = open(large);
    expect(journal.refund('key')).toMatchObject({ amount: 400 });
    journal.close();
    const again = open(large);
    expect(again.opening.rebuilt).toBe(false);
    expect(again.refund('other')).toMatchObject({ amount: 100 });
  });
});

describe('with the chain broken further back', () => {
  test('consistent projections take precedence', () => {
    alter(AMOUNT_OF_EVENT);
    const journal = open();
    expect(journal.opening).toEqual({ created: false, rebuilt: false });
    expect(journal.sale(SALE)).toMatchObject({ amount: 1250, dismissed: true });
    expect(journal.openRefunds()).toMatchObject([{ refundKey: 'key', body: '{"amount":400}' }]);
    expect(journal.check()).toMatchObject({
      ok: false,
      faults: [expect.stringMatching(/^Hash chain broken at event 5/)],
    });
  });

  test('the only projection of the broken event is kept', () => {
    alter(AMOUNT_OF_EVENT.replace(SALE, OTHER_SALE));
    expect(open().opening).toEqual({ created: false, rebuilt: false });
  });

  test('numbers of broken events stay taken', () => {
    const journal = open();
    const first = { ...typed, saleId: 'another day', counter: 'TILL42/261121', sequence: 1 };
    journal.record(intent('late', journal.nextReference()), first, ...manySeen(64));
    journal.close();
    alter(`UPDATE events SET at = at + 1 WHERE payload LIKE '%"late"%' OR payload LIKE '%"another day"%'`);
    open().close();
    const again = open();
    expect(again.opening).toEqual({ created: false, rebuilt: false });
    expect([again.nextReference().sequence, again.counter('TILL42/261121')]).toEqual([SALES + 2, 1]);
  });

  test('state from the broken event is kept, the rest repaired', () => {
    alter(AMOUNT_OF_REFUND, settled(`WHERE sale_id = '${OTHER_SALE}'`));
    const journal = open();
    expect(journal.opening).toEqual({ created: false, rebuilt: true });
    expect(journal.openRefunds()).toMatchObject([{ amount: 400, stage: 'pending' }]);
    expect(journal.sale(OTHER_SALE)?.settled).toBe(false);
    journal.close();
    expect(open().opening.rebuilt).toBe(false);
  });

  test('a shift closed by the broken event stays closed', () => {
    const journal = open();
    journal.record(...manySeen(64));
    journal.close();
    alter(`UPDATE events SET at = at + 1 WHERE payload LIKE '{"number":2,%'`, 'UPDATE refunds SET open = 0');
    const again = open();
    expect([again.opening.rebuilt, again.nextShift(), again.openRefunds().length]).toEqual([true, 3, 1]);
  });

  test('a sale keeps only its proven events', () => {
    const journal = open();
    const saleId = OTHER_SALE;
    journal.record({ ...created, saleId }, { ...moved, saleId });
    // Enough events to keep the broken event out of the check at the start.
    journal.record(...manySeen(64));
    journal.close();
    alter(`UPDATE events SET at = at + 1 WHERE type = 'sale.created'`);
    const again = open();
    expect(again.opening).toEqual({ created: false, rebuilt: true });
    expect(again.sale(saleId)).toMatchObject({ amount: 1250, creation: 'sending', settled: false });
  });

  test('by a forged event, the earlier projection is kept', () => {
    const database = new DatabaseSync(file);
    const forged = database.prepare('SELECT * FROM events WHERE payload LIKE \'%"sale-3"%\' LIMIT 1').get();
    database.close();
    const row = readRow(forged ?? {});
    const payload = row.payload.replace(':1250', ':9250');
    const hash = chainHash({ ...row, payload });
    alter(`UPDATE events SET payload = '${payload}', hash = '${hash}' WHERE seq = ${row.seq}`);
    const journal = open();
    expect(journal.opening).toEqual({ created: false, rebuilt: false });
    expect(journal.sale(SALE)?.amount).toBe(1250);
  });

  test.each([
    [
      'do not agree with their own columns, though later ones do',
      `${record(SALE, '"amount":1250', '"amount":9250')}; ${AMOUNT_OF_EVENT.replace(SALE, OTHER_SALE)}`,
    ],
    ['cannot be read', `UPDATE sales SET data = '{broken' WHERE sale_id = '${SALE}'`],
    ['are none', `UPDATE sales SET data = 'null' WHERE sale_id = '${SALE}'`],
    [
      'are more than one event explains',
      `INSERT INTO sales SELECT 'more', at, reference, payment_id, open, alarm, search, events,
       replace(data, '${SALE}', 'more'), NULL, NULL, NULL FROM sales WHERE sale_id = '${SALE}';
       INSERT INTO sales SELECT 'yet more', at, reference, payment_id, open, alarm, search, events,
       replace(data, 'more', 'yet more'), NULL, NULL, NULL FROM sales WHERE sale_id = 'more'`,
    ],
    [
      'lack a sale whose refund is proven, and numbers are others',
      `DELETE FROM sales WHERE sale_id = '${SALE}'; UPDATE counters SET value = 1`,
    ],
  ])('only proven events are salvaged when the records %s', (_what, statement) => {
    alter(AMOUNT_OF_EVENT, statement);
    const journal = open();
    expect(journal.opening).toMatchObject({ created: true, salvaged: 4 });
    expect(journal.sale(OTHER_SALE)).toBeUndefined();
    expect(journal.check()).toMatchObject({ ok: true });
  });
});

test('projections unreadable by the disk are no damage', () => {
  alter(AMOUNT_OF_EVENT);
  let reads = 0;
  const unreadable = (database: Database) =>
    watchedDatabase(database, (sql) => {
      if (sql.startsWith('SELECT * FROM sales')) reads += 1;
      if (reads > 0 && !sql.startsWith('PRAGMA')) throw sqliteError(10);
    });
  const database = new DatabaseSync(file);
  expect(() => verifyProjections(unreadable(database), 0)).toThrow('SQLite says no');
  database.close();
});
