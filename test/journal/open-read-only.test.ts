import { expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import { openReadOnly, openReadOnlyJournal } from '../../main/journal/open-read-only.ts';
import { handlesIn } from './disks.ts';
import { intent } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

/** A journal read by a second thread while the till sells. */

const { folder, file, open } = temporaryJournal();

test('each query sees the current disk, and releases the file', () => {
  const journal = open();
  const reader = openReadOnlyJournal(file, systemDisk);
  for (const saleId of ['a', 'b']) {
    journal.record(intent(saleId));
    expect(reader.openSales().at(-1)).toMatchObject({ saleId });
  }
  reader.close();
  journal.close();
  expect(handlesIn(folder)).toEqual([]);
});

test('waits for a till with exclusive access', () => {
  open().close();
  const database = openReadOnly(file, systemDisk);
  expect(database.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 5_000 });
  database.close();
});
