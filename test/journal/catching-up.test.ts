import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, type Disk, systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { verifyProjections } from '../../main/journal/verify-projections.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { fill } from '../bench/journal/many-sales.ts';

/** As a journal is that an older version of the app wrote, once its tables have been brought up to date. */
const AS_BEFORE = `DELETE FROM search_blocks; DELETE FROM trail;
  UPDATE made_from SET place = (SELECT max(at) / 14400000 + 1 FROM sales) WHERE name = 'search';
  UPDATE made_from SET place = (SELECT max(seq) + 1 FROM events) WHERE name = 'trail';`;
const SALES = 1_200;
const EVENTS = 1 + 6 * SALES;

let whole: string | undefined;
let folder: string;
let file: string;
let clock: VirtualClock;
let opened: Journal | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-catching-up-'));
  file = join(folder, 'journal.sqlite');
  clock = new VirtualClock();
  whole ??= filled();
  new DatabaseSync(whole).exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
});
afterEach(() => {
  opened?.close();
  opened = undefined;
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => {
  if (whole !== undefined) rmSync(join(whole, '..'), { recursive: true, force: true });
});

function filled(): string {
  const made = join(mkdtempSync(join(tmpdir(), 'tillmate-caught-up-')), 'journal.sqlite');
  fill(made, SALES);
  return made;
}

function open(disk: Disk = systemDisk): Journal {
  const terminal = { terminalId: 'bench', shopId: 'training', posId: 'TRAIN1' };
  opened = openJournal({ file, disk, clock, random: new SeededRandom(7), terminal });
  return opened;
}

function byHand<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const places = () =>
  byHand((database) => database.prepare('SELECT name, place FROM made_from ORDER BY name').all()).map(({ place }) =>
    Number(place),
  );
const found = (journal: Journal, text: string) =>
  journal.find(text, undefined, 10_000).sales.map(({ saleId }) => saleId);
/** The names that the sales have in turn, an amount, the tail of a payment id, and what none has. */
const TEXTS = ['fatima', 'zoë', '12,50', '9c4', '00000000000000000000000b', 'e', 'no such'];

test('a journal of an older version is caught up with bit by bit, and found in from the first moment', async () => {
  const indexed = open();
  const expected = TEXTS.map((text) => found(indexed, text));
  indexed.close();
  byHand((database) => database.exec(AS_BEFORE));

  const journal = open();
  const [search, trail] = places();
  expect([Number(search) > 0, Number(trail) > 0]).toEqual([true, true]);
  for (let pieces = 0; places().some((place) => place > 0); pieces += 1) {
    expect(TEXTS.map((text) => found(journal, text))).toEqual(expected);
    expect(pieces).toBeLessThan(EVENTS / 1_000 + 2);
    await clock.advance(100);
  }
  expect(TEXTS.map((text) => found(journal, text))).toEqual(expected);
  expect(journal.check()).toEqual({ ok: true, events: EVENTS, faults: [] });
  // Nothing is left to do.
  expect(clock.pending).toBe(0);
});

test('what is sold meanwhile is in both, and what is left is done after a restart', async () => {
  byHand((database) => database.exec(AS_BEFORE));
  open();
  opened?.record({
    type: 'sale.intent',
    saleId: 'new',
    reference: 'meanwhile',
    amount: 1,
    operation: 'static-qr',
    body: '{}',
    skewMs: 0,
  });
  opened?.close();
  const journal = open();
  expect(found(journal, 'meanwhile')).toEqual(['new']);
  expect(journal.eventsOf('new')).toHaveLength(1);
  await clock.advance(10_000);
  expect(places()).toEqual([0, 0]);
  expect(found(journal, 'meanwhile')).toEqual(['new']);
  const oldest = [...journal.salesBetween(0, Number.MAX_SAFE_INTEGER)].find(({ saleId }) => saleId !== 'new');
  expect(journal.eventsOf(oldest?.saleId ?? '').map(({ event }) => event.type)).toEqual([
    'sale.intent',
    'sale.created',
    'sale.moved',
    'sale.moved',
    'sale.moved',
    'sale.dismissed',
  ]);
  expect(journal.check()).toMatchObject({ ok: true });
});

test('records that are made anew are found meanwhile and afterwards', async () => {
  const journal = open();
  const expected = TEXTS.map((text) => found(journal, text));
  journal.rebuild();
  expect(TEXTS.map((text) => found(journal, text))).toEqual(expected);
  await clock.advance(10_000);
  expect(places()).toEqual([0, 0]);
  expect(TEXTS.map((text) => found(journal, text))).toEqual(expected);
  expect(journal.check()).toMatchObject({ ok: true });
});

test('a disk that is full for it leaves the till as it is, and it goes on a minute later', async () => {
  byHand((database) => database.exec(AS_BEFORE));
  let full = true;
  const fillsUp: Disk = {
    ...systemDisk,
    open(path, mode) {
      const database = systemDisk.open(path, mode);
      const exec = (sql: string) => {
        if (full && sql === 'COMMIT') throw Object.assign(new Error('disk is full'), { errcode: 13 });
        database.exec(sql);
      };
      return new Proxy<Database>(database, {
        get(target, name) {
          if (name === 'exec') return exec;
          const value = Reflect.get(target, name) as unknown;
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
  };
  const journal = open(fillsUp);
  const expected = found(journal, 'fatima').length;
  const before = places();
  await clock.advance(59_000);
  expect(places()).toEqual(before);
  expect(before.every((place) => place > 0)).toBe(true);
  expect(found(journal, 'fatima')).toHaveLength(expected);
  full = false;
  await clock.advance(70_000);
  expect(places()).toEqual([0, 0]);
  expect(journal.check()).toMatchObject({ ok: true });
});

describe.each([
  [
    'the search index',
    'leaves out sales',
    'DELETE FROM search_blocks WHERE block = (SELECT max(block) FROM search_blocks)',
  ],
  ['the search index', 'leaves out sales', 'UPDATE search_blocks SET grams = zeroblob(2000)'],
  ['the search index', 'leaves out sales', "UPDATE search_blocks SET grams = x''"],
  ['the trail', 'does not lead', 'DELETE FROM trail WHERE seq = 100'],
  ['the trail', 'does not lead', 'UPDATE trail SET at = at + 1 WHERE seq = 100'],
  ['the trail', 'does not lead', 'INSERT INTO trail VALUES (1, 1)'],
])('%s that %s, after %s', (_what, fault, sql) => {
  test('is found by the check, and made anew', async () => {
    byHand((database) => database.exec(sql));
    expect(byHand((database) => verifyProjections(database, 1))).toBe('rebuild');
    const journal = open();
    if (!journal.opening.rebuilt) {
      expect(journal.check()).toMatchObject({ ok: false, faults: [expect.stringContaining(fault)] });
      journal.rebuild();
    }
    await clock.advance(10_000);
    expect(journal.check()).toMatchObject({ ok: true, faults: [] });
  });
});
