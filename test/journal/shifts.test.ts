import { rmSync, statSync, truncateSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { isPrompt } from '../../main/journal/anchoring.ts';
import { type ClosedShift, lastClosed } from '../../main/journal/closed-shifts.ts';
import { systemDisk } from '../../main/journal/database.ts';
import type { Journal } from '../../main/journal/journal.ts';
import type { JournalSeal } from '../../main/journal/sealing.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memorySeal } from './memory-seal.ts';
import { shiftClosed as closed, seen } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { file, byHand, ...home } = temporaryJournal();
const open = (seal?: JournalSeal) => home.open(systemDisk, { seal });

let journal: Journal;
beforeEach(() => {
  journal = open();
});

test('closed shifts are paged newest first with reports', () => {
  expect([journal.lastShift(), journal.shift(1), journal.shifts(undefined, 10)]).toEqual([undefined, undefined, []]);
  for (const number of [1, 2, 3]) journal.record(closed(number));
  const { type: _type, ...third } = closed(3);
  expect(journal.lastShift()).toMatchObject(third);
  expect(journal.shift(2)).toMatchObject({ number: 2, report: '{"paid":2}', by: { name: 'Ada' } });
  expect([journal.shift(4), journal.shift(0)]).toEqual([undefined, undefined]);
  expect(journal.shifts(undefined, 2).map(({ number }) => number)).toEqual([3, 2]);
  expect(journal.shifts(2, 2).map(({ number }) => number)).toEqual([1]);
  expect(journal.check()).toMatchObject({ ok: true });
});

test.each([0, 2])('shift %i cannot be the first and is not written', (number) => {
  expect(() => journal.record(closed(number))).toThrow();
  expect([journal.lastShift(), journal.health.state]).toEqual([undefined, 'ok']);
  expect(journal.check()).toMatchObject({ ok: true, events: 1 });
});

test('no shift is closed twice or skipped', () => {
  journal.record(closed(1));
  for (const number of [1, 3]) expect(() => journal.record(closed(number))).toThrow('shift.closed cannot happen');
  expect(journal.lastShift()).toMatchObject({ number: 1 });
  journal.record({ type: 'journal.begun', journalId: 'restored', salt: 1, lastShift: 4 });
  // A beginning without a shift number, as without a keychain, does not reset the numbers.
  journal.record({ type: 'journal.begun', journalId: 'replaced', salt: 2 });
  expect([journal.shiftsBefore(), journal.nextShift()]).toEqual([{ number: 4, seq: 3 }, 5]);
  expect(() => journal.record(closed(2))).toThrow('shift.closed cannot happen');
  journal.record(closed(5));
});

test('numbers continue after a clock set back', () => {
  const clock = new VirtualClock();
  journal.close();
  journal = home.open(systemDisk, { clock });
  journal.record(closed(1));
  clock.jump(-3_600_000);
  for (const number of [2, 3]) journal.record(closed(number));
  expect([journal.lastShift()?.number, journal.nextShift()]).toEqual([3, 4]);
});

test('closing a shift is anchored at once', () => {
  expect(isPrompt(closed(1))).toBe(true);
});

test.each<readonly [readonly ClosedShift[], ClosedShift | undefined]>([
  [[{ number: 2 }, { number: 2, to: 5 }], { number: 2, to: 5 }],
  [
    [
      { number: 2, to: 5 },
      { number: 2, to: 9 },
    ],
    { number: 2, to: 5 },
  ],
  [[{ number: 2, to: 5 }, { number: 2 }, { number: 1, to: 4 }], { number: 2, to: 5 }],
  [[{ number: 0, to: 5 }], undefined],
])('the first closing with a time is trusted: %j', (known, last) => {
  expect(lastClosed(known)).toEqual(last);
});

test('shifts and numbers survive a replaced journal', () => {
  for (const number of [1, 2]) journal.record(closed(number));
  journal.record(...Array.from({ length: 1_000 }, (_, at) => seen(`${at}`)));
  journal.close();
  truncateSync(file, Math.floor(statSync(file).size * 0.9));
  journal = open();
  expect(journal.opening.setAside).toBeDefined();
  expect(journal.shifts(undefined, 10)).toMatchObject([{ number: 2, report: '{"paid":2}' }, { number: 1 }]);
  journal.record(closed(3));
  expect(journal.check()).toMatchObject({ ok: true });
});

describe('a lost journal', () => {
  /** Closes and anchors the journal, then deletes its file. */
  async function lose(): Promise<void> {
    journal.close();
    await journal.anchored();
    for (const name of ['', '-wal', '-shm']) rmSync(`${file}${name}`, { force: true });
  }

  /** Closes two shifts, loses the journal, and begins a new journal. */
  async function begunAnewAfterTwo() {
    const seal = memorySeal();
    await lose();
    journal = open(seal);
    for (const number of [1, 2]) journal.record(closed(number));
    await lose();
    journal = open(seal);
    return seal;
  }

  test('shift numbers continue by the keychain over losses', async () => {
    const seal = await begunAnewAfterTwo();
    expect([journal.lastShift(), journal.nextShift()]).toEqual([undefined, 3]);
    expect(journal.shiftsBefore()).toMatchObject({ number: 2, to: 2_999 });
    await lose();
    journal = open(seal);
    for (const number of [1, 4]) expect(() => journal.record(closed(number))).toThrow('shift.closed cannot happen');
    for (const number of [3, 4]) journal.record(closed(number));
    expect(journal.nextShift()).toBe(5);
    expect(journal.check()).toMatchObject({ ok: true });
    journal.close();
    // The check at the start notices the missing shift, also with numbers continued from a lost journal.
    byHand('DELETE FROM shifts WHERE number = 4');
    journal = open(seal);
    expect(journal.tampered()).toMatchObject({ why: 'gone' });
    expect([journal.opening.rebuilt, journal.nextShift()]).toEqual([true, 5]);
    journal.rebuild();
    expect(journal.nextShift()).toBe(5);
  });

  test('shift numbers continue when the next journal is damaged', async () => {
    const seal = await begunAnewAfterTwo();
    journal.record(...Array.from({ length: 1_000 }, (_, at) => seen(`${at}`)));
    journal.record(closed(3));
    journal.close();
    await journal.anchored();
    truncateSync(file, Math.floor(statSync(file).size * 0.5));
    journal = open(seal);
    expect([journal.lastShift(), journal.nextShift()]).toEqual([undefined, 4]);
    expect(journal.shiftsBefore()).toMatchObject({ number: 3, to: 3_999 });
    journal.record(closed(4));
    expect(journal.check()).toMatchObject({ ok: true });
  });

  test('an old anchor without a shift restarts the numbers', async () => {
    const seal = memorySeal();
    await lose();
    journal = open(seal);
    journal.record(closed(1));
    await lose();
    for (const [place, { shift: _shift, ...anchor }] of seal.anchors) seal.anchors.set(place, anchor);
    journal = open(seal);
    expect(journal.nextShift()).toBe(1);
  });
});
