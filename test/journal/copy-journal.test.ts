import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { copyJournal, goesOnFrom, standingOf } from '../../main/journal/copy-journal.ts';
import { type Disk, systemDisk } from '../../main/journal/database.ts';
import { migrate } from '../../main/journal/schema.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { eventsOf } from './attacks.ts';
import { handlesIn } from './disks.ts';
import { intent, refund, shiftClosed } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

/** The copy of a journal for a backup, and the comparison of two journals for a restore. */

const { folder, file, open, byHand } = temporaryJournal();
const target = join(folder, 'copy.sqlite');

function filled(): void {
  const clock = new VirtualClock();
  const journal = open(systemDisk, { clock });
  journal.record(intent('a'), intent('b'), intent('c'), refund('1', 'a'), refund('2', 'b'));
  for (const number of [1, 2]) journal.record(shiftClosed(number));
  for (const salt of [7, 3, 7]) journal.record({ type: 'journal.begun', journalId: `${salt}`, salt });
  journal.close();
}

const code = (thrown: string) => expect.objectContaining({ code: thrown });

describe('the standing of a journal', () => {
  test('has last event, counts, last shift and all salts', () => {
    filled();
    const { seq, hash, at } = eventsOf(file).at(-1) ?? {};
    const first = JSON.parse(eventsOf(file)[0]?.payload ?? '') as { salt: number };
    expect(standingOf(file, systemDisk)).toEqual({
      last: { seq, hash, at },
      ...{ payments: 3, refunds: 2, lastShift: 2, lastShiftTo: 2_999, salts: [first.salt, 7, 3] },
    });
    expect(handlesIn(folder)).toEqual([]);
  });

  test('counts the shifts of the preceding journal', () => {
    const journal = open();
    journal.record({ type: 'journal.begun', journalId: 'restored', salt: 1, lastShift: 4, lastShiftTo: 4_999 });
    expect(standingOf(file, systemDisk)).toMatchObject({ lastShift: 4, lastShiftTo: 4_999 });
    journal.record(shiftClosed(5));
    expect(standingOf(file, systemDisk)).toMatchObject({ lastShift: 5, lastShiftTo: 5_999 });
  });

  test('is empty for an empty journal', () => {
    const database = new DatabaseSync(target);
    migrate(database);
    database.close();
    const standing = standingOf(target, systemDisk);
    expect(standing).toEqual({ payments: 0, refunds: 0, lastShift: 0, salts: [] });
    expect(goesOnFrom(file, systemDisk, standing.last)).toBe(true);
  });

  test('identifies a continuation by event and hash', () => {
    filled();
    const [, second] = eventsOf(file);
    const last = { seq: 2, hash: second?.hash ?? '', at: 0 };
    expect(goesOnFrom(file, systemDisk, last)).toBe(true);
    expect(goesOnFrom(file, systemDisk, { ...last, hash: 'f'.repeat(64) })).toBe(false);
    expect(goesOnFrom(file, systemDisk, { ...last, seq: 99 })).toBe(false);
  });

  test('is refused for later versions and other files', () => {
    filled();
    byHand('PRAGMA user_version = 99');
    expect(() => standingOf(file, systemDisk)).toThrow(code('journal.too-new'));
    writeFileSync(target, 'no database, and as long as the header of one'.repeat(10));
    expect(() => standingOf(target, systemDisk)).toThrow(code('journal.damaged'));
    expect(handlesIn(folder)).toEqual([]);
  });
});

describe('a copy', () => {
  test('has the last events of an open journal', async () => {
    const journal = open();
    journal.record(intent('a'));
    const before = eventsOf(file);
    const copying = copyJournal(file, target, systemDisk);
    journal.record(intent('b'));
    await copying;
    expect(eventsOf(target).slice(0, 2)).toEqual(before);
    expect(journal.check()).toMatchObject({ ok: true, events: 3 });
  });

  test.each<readonly [string, () => void]>([
    ['an event that was altered', () => byHand('DROP TRIGGER events_no_update; UPDATE events SET at = at + 1')],
    [
      'a page that turned',
      () => {
        const bytes = readFileSync(file);
        // An invalid kind for the root of a table or index: the first byte of its page.
        bytes[4_096 * 3] = 0xff;
        writeFileSync(file, bytes);
      },
    ],
  ])('of a journal with %s is refused', async (_what, spoil) => {
    filled();
    spoil();
    await expect(copyJournal(file, target, systemDisk)).rejects.toThrow(code('journal.damaged'));
    expect(handlesIn(folder)).toEqual([]);
  });

  test('without source or room is refused, releasing both files', async () => {
    await expect(copyJournal(file, target, systemDisk)).rejects.toThrow(code('journal.failed'));
    filled();
    await expect(copyJournal(file, join(folder, 'none', 'copy'), systemDisk)).rejects.toThrow(code('journal.failed'));
    expect(handlesIn(folder)).toEqual([]);
  });

  test('waits for a process with exclusive access', async () => {
    filled();
    const asked: string[] = [];
    const disk: Disk = {
      ...systemDisk,
      open(name, mode) {
        const database = systemDisk.open(name, mode);
        const exec = database.exec.bind(database);
        database.exec = (sql) => exec(String(asked.push(sql) && sql));
        return database;
      },
    };
    await copyJournal(file, target, disk);
    expect(asked[0]).toBe('PRAGMA busy_timeout = 5000');
  });
});
