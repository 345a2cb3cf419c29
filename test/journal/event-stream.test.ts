import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Disk, systemDisk } from '../../main/journal/database.ts';
import { openEventStream } from '../../main/journal/event-stream.ts';
import { alter, eventsOf } from './attacks.ts';
import { handlesIn, sqliteError, watchedDatabase } from './disks.ts';
import { intent } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

/** The events for a support pack, while the till continues selling. */

const { folder, file, open } = temporaryJournal();

const code = (thrown: string) => expect.objectContaining({ code: thrown });

function filled() {
  const journal = open();
  journal.record(intent('a'), intent('b'), intent('c'));
  return journal;
}

test('returns the newest events in order, as stored', () => {
  const journal = filled();
  const stream = openEventStream(file, systemDisk);
  const seqs = (most: number) => [...stream.newest(most)].map(({ seq }) => seq);
  expect([stream.count, seqs(0), seqs(2), seqs(4), seqs(99)]).toEqual([4, [], [3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]);
  const { seq, at, type, hash, payload } = eventsOf(file)[1] ?? {};
  expect([...stream.newest(3)][0]).toEqual({ seq, at, type, posId: 'TILL42', hash, payload });
  stream.close();
  journal.close();
  expect(handlesIn(folder)).toEqual([]);
});

test('excludes events written meanwhile', () => {
  const journal = filled();
  const stream = openEventStream(file, systemDisk);
  journal.record(intent('d'));
  expect([stream.count, [...stream.newest(1)].map(({ seq }) => seq)]).toEqual([4, [4]]);
  stream.close();
});

test('keeps event numbers despite gaps, and unreadable events', () => {
  filled().close();
  alter(file, 'DELETE FROM events WHERE seq = 2', "UPDATE events SET payload = '{' WHERE seq = 3");
  const stream = openEventStream(file, systemDisk);
  const rows = [...stream.newest(2)].map(({ seq, payload }) => [seq, payload.length > 1]);
  expect([stream.count, rows]).toEqual([
    4,
    [
      [3, false],
      [4, true],
    ],
  ]);
  stream.close();
});

test('returns no events of an empty journal', () => {
  filled().close();
  alter(file, 'DELETE FROM events');
  const stream = openEventStream(file, systemDisk);
  expect([stream.count, [...stream.newest(9)]]).toEqual([0, []]);
  stream.close();
});

test('reports damage at any point and releases the file', () => {
  filled().close();
  const damagedAt = (text: string): Disk => ({
    ...systemDisk,
    open: (name, mode) =>
      watchedDatabase(systemDisk.open(name, mode), (sql) => {
        if (sql.includes(text)) throw sqliteError(11);
      }),
  });
  const stream = openEventStream(file, damagedAt('SELECT * FROM events'));
  expect(() => [...stream.newest(9)]).toThrow(code('journal.damaged'));
  stream.close();
  for (const text of ['user_version', 'max(seq)'])
    expect(() => openEventStream(file, damagedAt(text))).toThrow(code('journal.damaged'));
  expect(() => openEventStream(join(folder, 'none'), systemDisk)).toThrow(code('export.no-journal'));
  expect(handlesIn(folder)).toEqual([]);
});
