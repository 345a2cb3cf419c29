import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import fc from '../base/properties.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { type Damage, damage, damaged } from './damage.ts';

const SALES = 120;
const main = 'journal.sqlite';
const wal = 'journal.sqlite-wal';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-journal-fuzz-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(): Journal {
  return openJournal({
    file: join(folder, main),
    disk: systemDisk,
    clock: new VirtualClock(),
    random: new SeededRandom(7),
    terminal: { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' },
  });
}

/**
 * Writes a day's journal: paid sales, every third with a refund. Returns the files of a running app, including the WAL.
 */
function written(): { readonly files: ReadonlyMap<string, Buffer>; readonly sales: ReadonlyMap<string, SaleRecord> } {
  const random = new SeededRandom(1);
  const journal = open();
  for (let index = 0; index < SALES; index += 1) {
    const saleId = random.uuid();
    const paymentId = random.uuid().replaceAll('-', '').slice(0, 24);
    journal.record({
      type: 'sale.intent',
      saleId,
      ...journal.nextReference(),
      amount: 1000 + index,
      operation: 'static-qr',
      body: `{"amount":${1000 + index}}`,
      skewMs: 0,
    });
    journal.keep({ type: 'sale.created', saleId, paymentId, createdAt: index, via: 'create' });
    journal.keep({ type: 'sale.moved', saleId, via: 'read', status: 'SUCCEEDED', stage: 'paid' });
    if (index % 3 === 0)
      journal.record({ type: 'refund.intent', refundKey: random.uuid(), saleId, paymentId, amount: 500, body: '{}' });
  }
  const names = readdirSync(folder).filter((name) => !name.endsWith('-shm'));
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  const sales = new Map(allSales(journal).map((sale) => [sale.saleId, sale]));
  journal.close();
  return { files, sales };
}

function closed(): ReturnType<typeof written> {
  const { sales } = written();
  return { files: new Map([[main, readFileSync(join(folder, main))]]), sales };
}

function allSales(journal: Journal): readonly SaleRecord[] {
  return journal.find('', undefined, 10_000).sales;
}

function lay(files: ReadonlyMap<string, Buffer>): void {
  rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'tillmate-journal-fuzz-'));
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
}

/** Opens the files as a starting till does and compares the sales. Returns false when the till refuses the files. */
function judge(sales: ReadonlyMap<string, SaleRecord>): boolean {
  let journal: Journal;
  try {
    journal = open();
  } catch (thrown) {
    // Refused with a code: the file must still be in place.
    expect(thrown).toBeInstanceOf(TillError);
    expect(existsSync(join(folder, main))).toBe(true);
    return false;
  }
  try {
    const { setAside } = journal.opening;
    if (setAside !== undefined) expect(existsSync(setAside)).toBe(true);
    const { faults } = journal.check();
    const broken = faults.some((fault) => /^Hash chain broken at event \d+\.$/.test(fault));
    // A start checks only the end of the chain. An earlier break changes nothing, and `check` reports the break.
    if (!broken || setAside !== undefined) expect(faults).toEqual([]);
    const altered = allSales(journal).filter((sale) => !isDeepStrictEqual(sale, asWritten(sale, sales)));
    if (!broken) expect(altered).toEqual([]);
    journal.record({ type: 'callback.seen', jti: 'after', untilMs: 1 });
    return true;
  } finally {
    journal.close();
  }
}

/** Returns the expected sale. A journal that lost its end holds earlier states of its last sales. */
function asWritten(sale: SaleRecord, sales: ReadonlyMap<string, SaleRecord>): SaleRecord {
  const last = sales.get(sale.saleId);
  if (last === undefined) throw new Error(`a sale that nobody made: ${sale.saleId}`);
  if (sale.stage === last.stage) return last;
  const { amount, reference } = last;
  return { ...sale, amount, reference };
}

const few = { numRuns: 80, seed: 20_261_121 };

test.each<[string, string, () => ReturnType<typeof written>]>([
  ['the closed file', main, closed],
  ['the file of an app that was killed', main, written],
  ['the WAL of an app that was killed', wal, written],
])('%s, damaged anywhere, is opened, set aside or refused', (_name, file, make) => {
  const { files, sales } = make();
  const intact = files.get(file);
  if (intact === undefined) throw new Error(`no ${file}`);
  let opened = 0;
  fc.assert(
    fc.property(damage(intact.length), (what: Damage) => {
      lay(new Map([...files, [file, damaged(intact, what)]]));
      if (judge(sales)) opened += 1;
    }),
    few,
  );
  expect(opened).toBeGreaterThan(few.numRuns / 2);
});
