import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { MemoryDisk } from './disks.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let clock: VirtualClock;
let disk: MemoryDisk;
let random: SeededRandom;
let journal: Journal | undefined;

beforeEach(() => {
  clock = new VirtualClock();
  disk = new MemoryDisk();
  random = new SeededRandom(1);
});
afterEach(() => journal?.close());

function open(referencePattern?: string): Journal {
  journal?.close();
  const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
  journal = openJournal({ file: 'journal', disk, clock, random, terminal, referencePattern });
  return journal;
}

function sell(typed?: string): string {
  if (journal === undefined) throw new Error('no journal');
  const own = journal.nextReference();
  journal.record({
    type: 'sale.intent',
    saleId: random.uuid(),
    amount: 1250,
    operation: 'static-qr',
    body: '{}',
    skewMs: 0,
    ...(typed === undefined ? own : { reference: typed }),
  });
  return typed ?? own.reference;
}

test('numbers restart daily only with the day in the pattern', async () => {
  open('{yyMMdd}.{sequence}');
  const first = [sell(), sell()];
  await clock.advance(DAY_MS);
  expect([...first, sell()].map((reference) => reference.slice(-4))).toEqual(['0001', '0002', '0001']);
  open('B{sequence}');
  const running = [sell(), sell()];
  await clock.advance(DAY_MS);
  open('B{sequence}');
  expect([...running, sell()].map((reference) => reference.slice(-4))).toEqual(['0001', '0002', '0003']);
});

test('no reference repeats across typed references and patterns', async () => {
  const taken = new Set<string>();
  open('{sequence}');
  const salt = journal?.nextReference().reference.slice(0, 4);
  for (const typed of [`${salt}0002`, `${salt}0003`]) taken.add(sell(typed));
  for (const pattern of ['{sequence}', undefined, '{yyMMdd}{sequence}', '{sequence}'])
    for (let day = 0; day < 3; day += 1) {
      open(pattern);
      for (let sale = 0; sale < 3; sale += 1) {
        const reference = sell();
        expect(taken).not.toContain(reference);
        taken.add(reference);
      }
      await clock.advance(DAY_MS);
    }
  expect(taken).toContain(`${salt}0004`);
});

test('an invalid pattern falls back to the default', () => {
  expect(open('no number').nextReference().reference).toMatch(/^TILL42-\d{6}-\d{8}$/);
});
