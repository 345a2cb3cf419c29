import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { MisplacedEvent } from '../../main/domain/events.ts';
import type { Disk } from '../../main/journal/database.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, type JournalOptions, openJournal } from '../../main/journal/journal.ts';
import fc from '../base/properties.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { MemoryDisk } from './disks.ts';
import { temporaryJournal, terminal } from './temporary-journal.ts';

/** The span of one search filter. */
const BLOCK_MS = 4 * 3_600_000;
const home = temporaryJournal();
const { folder, file } = home;

let clock: VirtualClock;
let random: SeededRandom;

beforeEach(() => {
  clock = new VirtualClock();
  random = new SeededRandom(7);
});

const open = (disk: Disk = systemDisk, more: Partial<JournalOptions> = {}): Journal =>
  home.open(disk, { clock, random, ...more });

const created = (saleId: string): JournalEvent => ({
  type: 'sale.created',
  saleId,
  paymentId: saleId,
  createdAt: clock.now(),
  via: 'create',
});

function intent(journal: Journal, saleId: string = random.uuid()): JournalEvent {
  const own = journal.nextReference();
  return { type: 'sale.intent', saleId, ...own, amount: 1250, operation: 'static-qr', body: '{"a":1}', skewMs: 0 };
}

function filled(sales = 20): readonly string[] {
  const journal = open();
  const ids = Array.from({ length: sales }, () => random.uuid());
  for (const saleId of ids) journal.record(intent(journal, saleId));
  journal.close();
  return ids;
}

describe('written events', () => {
  test('survive reopening', () => {
    const ids = filled(3);
    const journal = open();
    expect(journal.opening).toEqual({ created: false, rebuilt: false });
    expect(ids.map((saleId) => journal.sale(saleId)?.amount)).toEqual([1250, 1250, 1250]);
    expect(journal.onScreen()).toBe(ids[2]);
    const event = { journalId: journal.journalId(), salt: journal.salt() };
    expect([...journal.eventsBetween(1, 1)]).toMatchObject([{ event }]);
  });

  test('are all or nothing', () => {
    const journal = open();
    const saleId = random.uuid();
    const orphan: JournalEvent = { type: 'sale.dismissed', saleId: random.uuid() };
    expect(() => journal.record(intent(journal, saleId), orphan)).toThrow(MisplacedEvent);
    expect(journal.sale(saleId)).toBeUndefined();
    journal.record(intent(journal, saleId));
    expect(journal.check()).toMatchObject({ ok: true, events: 2 });
  });

  test('survive a process killed without closing', () => {
    const journal = open();
    const saleId = random.uuid();
    journal.record(intent(journal, saleId));
    const copy = join(folder, 'copy');
    for (const name of readdirSync(folder)) writeFileSync(`${copy}${name}`, readFileSync(join(folder, name)));
    const after = open(systemDisk, { file: `${copy}journal.sqlite` });
    expect(after.sale(saleId)?.amount).toBe(1250);
  });

  test('cannot be changed or deleted by hand', () => {
    const journal = open();
    journal.record(intent(journal));
    expect(() => home.byHand("UPDATE events SET payload = '{}'")).toThrow(/append-only/);
    expect(() => home.byHand('DELETE FROM events')).toThrow(/append-only/);
  });
});

describe('an unusable journal', () => {
  test('is set aside with its companions, and replaced', () => {
    filled();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 0, 4_096);
    writeFileSync(file, bytes);
    const journal = open();
    expect(journal.opening).toMatchObject({ created: true });
    expect(journal.opening.setAside).toMatch(/journal-damaged-2026-11-20T09-00-00-000Z\.sqlite$/);
    expect(readFileSync(journal.opening.setAside ?? '').equals(bytes)).toBe(true);
    journal.record(intent(journal));
    expect(journal.check().ok).toBe(true);
  });

  test('three times at the same moment gets three names', () => {
    for (let round = 0; round < 3; round += 1) {
      filled(1);
      writeFileSync(file, 'not a database at all, and long enough to be read as a header'.repeat(20));
      open().close();
    }
    const names = readdirSync(folder).filter((name) => name.includes('damaged') && name.endsWith('.sqlite'));
    expect(names.map((name) => name.slice(name.indexOf('Z'))).sort()).toEqual(['Z-1.sqlite', 'Z-2.sqlite', 'Z.sqlite']);
  });

  test.each([
    ['whole', []],
    ['damaged in its last event', ['DROP TRIGGER events_no_update', "UPDATE events SET payload = '{}'"]],
    ['damaged in its tables', ['PRAGMA writable_schema = 1', "UPDATE sqlite_schema SET sql = 'broken'"]],
  ])('of a later version is left unchanged when %s', (_how, damage) => {
    filled(1);
    const database = new DatabaseSync(file, { defensive: false });
    for (const statement of ['PRAGMA user_version = 99', ...damage]) database.exec(statement);
    database.close();
    const before = readFileSync(file);
    expect(() => open()).toThrow(expect.objectContaining({ code: 'journal.too-new' }));
    expect(readdirSync(folder)).toEqual(['journal.sqlite']);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe('references', () => {
  test('use salts up to 9999', () => {
    expect(open(systemDisk, { random: { uuid: () => random.uuid(), next: () => 0.9999 } }).salt()).toBe(9_999);
  });

  test('continue after the largest number', () => {
    const journal = open();
    const [first, second] = [intent(journal), intent(journal)];
    journal.record({ ...first, sequence: 7 } as JournalEvent, { ...second, sequence: 3 } as JournalEvent);
    expect(journal.nextReference().sequence).toBe(8);
  });

  test('skip typed references', () => {
    const journal = open();
    const references = [1, 2, 3].map(() => {
      const { reference } = journal.nextReference();
      const sale = { saleId: random.uuid(), reference, amount: 1250, skewMs: 0 };
      journal.record({ type: 'sale.intent', ...sale, operation: 'static-qr', body: '{"a":1}' });
      return reference;
    });
    expect(new Set(references).size).toBe(3);
  });

  test('never repeat across tills, days and replacements', () => {
    const seen = new Set<string>();
    for (let till = 0; till < 30; till += 1) {
      const journal = open();
      for (let sale = 0; sale < 3; sale += 1) {
        const event = intent(journal);
        journal.record(event);
        seen.add('reference' in event ? event.reference : '');
      }
      journal.close();
      home.empty();
    }
    expect(seen.size).toBe(90);
  });
});

function pages(journal: Journal, text: string, limit: number, from?: number): readonly (readonly string[])[] {
  const all: string[][] = [];
  for (let page = journal.find(text, undefined, limit, from); ; page = journal.find(text, page.next, limit, from)) {
    all.push(page.sales.map((sale) => sale.saleId));
    if (page.next === undefined) return all;
  }
}

test.each(['', '12,50'])('payments of the same millisecond appear once across pages: %j', async (text) => {
  const journal = open();
  const ids: string[] = [];
  for (const together of [7, 3, 1, 4]) {
    const now = Array.from({ length: together }, () => random.uuid());
    for (const saleId of now) journal.record(intent(journal, saleId));
    ids.unshift(...now.sort().reverse());
    await clock.advance(1);
  }
  for (const limit of [1, 2, 3, 5, 15, 16]) {
    const found = pages(journal, text, limit);
    expect(found.flat()).toEqual(ids);
    expect(found).toHaveLength(Math.ceil(ids.length / limit));
  }
});

test('pages equal a full scan across days and blocks', () => {
  const drawn = fc.record({
    block: fc.nat(15),
    within: fc.constantFrom(0, 1, BLOCK_MS - 1),
    reference: fc.constantFrom('zoë', 'sem', 'sem', 'sem'),
  });
  const asked = [fc.constantFrom('', 'zoë', 'o'), fc.integer({ min: 1, max: 4 }), fc.nat(6)] as const;
  const property = fc.property(
    fc.array(drawn, { minLength: 12, maxLength: 24 }),
    ...asked,
    (payments, text, limit, oldest) => {
      const journal = openJournal({ file: 'journal', disk: new MemoryDisk(), clock, random, terminal });
      const sales = payments.map(({ block, within, reference }, nth) => {
        const of = { saleId: `sale-${nth}`, paymentId: `p${nth}`, reference, createdAt: block * BLOCK_MS + within };
        const facts = { amount: 1250, status: 'SUCCEEDED', stage: 'paid', follow: false } as const;
        journal.record({ type: 'sale.imported', ...of, ...facts });
        return of;
      });
      const wanted = sales.filter((sale) => sale.createdAt >= oldest * BLOCK_MS && sale.reference.includes(text));
      const newest = wanted.sort((a, b) => b.createdAt - a.createdAt || (a.saleId < b.saleId ? 1 : -1));
      const ids = newest.map(({ saleId }) => saleId);
      expect(pages(journal, text, limit, oldest * BLOCK_MS).flat()).toEqual(ids);
      journal.rebuild();
      expect(pages(journal, text, limit, oldest * BLOCK_MS).flat()).toEqual(ids);
    },
  );
  fc.assert(property, { numRuns: 40 });
});

test('held events appear on their page with current data', async () => {
  const disk = new MemoryDisk();
  const journal = open(disk);
  const [first, second, elsewhere] = [random.uuid(), random.uuid(), random.uuid()];
  journal.record(intent(journal, first), created(first));
  journal.record(intent(journal, second));
  const between = clock.now() + 500;
  await clock.advance(1_000);
  const third = random.uuid();
  journal.record(intent(journal, third));
  disk.full = true;
  journal.keep({
    type: 'sale.moved',
    saleId: first,
    via: 'read',
    status: 'SUCCEEDED',
    stage: 'paid',
    debtor: { name: 'xxx' },
  });
  journal.keep({
    type: 'sale.imported',
    saleId: elsewhere,
    paymentId: 'p1',
    reference: 'ORDER-7',
    amount: 1250,
    status: 'SUCCEEDED',
    stage: 'paid',
    createdAt: between,
    follow: false,
  });
  expect(journal.health.held).toBe(2);
  const written = [first, second].sort().reverse();
  for (const limit of [1, 2, 3, 4]) expect(pages(journal, '', limit).flat()).toEqual([third, elsewhere, ...written]);
  expect(pages(journal, 'order-7', 1)).toEqual([[elsewhere]]);
  expect(pages(journal, 'xxx', 1)).toEqual([[first]]);
  disk.full = false;
});
