import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import type { Journal } from '../../main/journal/journal.ts';
import { fill } from '../bench/journal/many-sales.ts';
import { temporaryJournal } from './temporary-journal.ts';

const home = temporaryJournal();

/** Damage to what only helps to find: a start puts it right, and no sale or event of one is lost from sight. */

const SALES = 300;
/** The names that the sales have in turn, a part of a payment id, a letter of many, and what none has. */
const TEXTS = ['fatima', 'zoë', '00b', 'e', 'no such'];

let made: string;
beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), 'tillmate-whole-'));
  fill(join(made, 'journal.sqlite'), SALES);
});
beforeEach(() => copyFileSync(join(made, 'journal.sqlite'), home.file));
afterAll(() => rmSync(made, { recursive: true, force: true }));
function open(): Journal {
  return home.open(systemDisk, { terminal: { terminalId: 'bench', shopId: 'training', posId: 'TRAIN1' } });
}

function foundIn(journal: Journal) {
  const sales = [...journal.salesBetween(0, Number.MAX_SAFE_INTEGER)];
  return {
    texts: TEXTS.map((text) => journal.find(text, undefined, 10_000).sales.map(({ saleId }) => saleId)),
    events: sales.map(({ saleId }) => journal.eventsOf(saleId).map(({ seq }) => seq)),
    references: sales.map(({ reference }) => journal.salesOfReference(reference).map(({ saleId }) => saleId)),
    payments: sales.map(({ paymentId }) => journal.saleOfPayment(paymentId ?? '')?.saleId),
  };
}

test.each([
  ['the search index is emptied', 'DELETE FROM search_blocks'],
  ['a block of it is gone', 'DELETE FROM search_blocks WHERE block = (SELECT max(block) FROM search_blocks)'],
  ['its filters are zeroed', 'UPDATE search_blocks SET grams = zeroblob(length(grams))'],
  ['its filters are short', "UPDATE search_blocks SET grams = x''"],
  ['what leads to the events of sales is emptied', "UPDATE sales SET events = ''"],
  ['an event of a sale is gone', "UPDATE sales SET events = substr(events, instr(events, ',') + 1) WHERE rowid = 9"],
  ['an event of a sale is one of another', "UPDATE sales SET events = events || ',2' WHERE rowid = 9"],
  ['it leads to no event at all', "UPDATE sales SET events = 'none' WHERE rowid = 9"],
  ['a text to find a sale by is another', "UPDATE sales SET search = 'zo' WHERE rowid = 9"],
  ['a reference is another', "UPDATE sales SET reference = 'another' WHERE rowid = 9"],
  ['the ids of payments are gone', 'UPDATE sales SET payment_id = NULL'],
  ['the time of a sale is another', 'UPDATE sales SET at = at - 100000000 WHERE rowid = 9'],
])('where %s, a start puts it right', (_what, damage) => {
  const before = open();
  const expected = foundIn(before);
  before.close();
  home.byHand(damage);
  const journal = open();
  expect(journal.opening).toEqual({ created: false, rebuilt: true });
  expect(foundIn(journal)).toEqual(expected);
  expect(journal.check()).toMatchObject({ ok: true, faults: [] });
  journal.close();
  expect(open().opening.rebuilt).toBe(false);
});

test('records that are made anew are found as before', () => {
  const journal = open();
  const expected = foundIn(journal);
  expect(expected.texts.map(({ length }) => length > 0)).toEqual([true, true, true, true, false]);
  journal.rebuild();
  expect(foundIn(journal)).toEqual(expected);
});
