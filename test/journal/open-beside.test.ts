import { expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import { openBeside, readJournalBeside } from '../../main/journal/open-beside.ts';
import { handlesIn } from './disks.ts';
import { intent } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

/** A journal that another thread reads while the till sells. */

const { folder, file, open } = temporaryJournal();

test('each question is answered by what is on the disk at its time, and the file is let go', () => {
  const journal = open();
  const beside = readJournalBeside(file, systemDisk);
  for (const saleId of ['a', 'b']) {
    journal.record(intent(saleId));
    expect(beside.openSales().at(-1)).toMatchObject({ saleId });
  }
  beside.close();
  journal.close();
  expect(handlesIn(folder)).toEqual([]);
});

test('a till that has the journal to itself for a moment, as while it opens, is waited for', () => {
  open().close();
  const database = openBeside(file, systemDisk);
  expect(database.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 5_000 });
  database.close();
});
