import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFiles } from '../../main/base/data-files.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import { countOpen } from '../../main/journal/count-open.ts';
import { type Disk, systemDisk } from '../../main/journal/database.ts';
import { watchedDatabase } from './disks.ts';
import { answered, created, intent, moved, PAYMENT, refund } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { folder, open } = temporaryJournal();

/** Leaves events in the journal of an account not in use. */

function left(...events: readonly JournalEvent[]): void {
  const journal = open();
  journal.record(...events);
  journal.close();
}

const paid = (saleId: string): readonly JournalEvent[] => [
  intent(saleId),
  created(saleId, { paymentId: PAYMENT }),
  moved(saleId, 'SUCCEEDED', 'paid'),
];
const takenBack = (saleId: string) => moved(saleId, 'FAILED', 'failed', { alarmOver: 'paid' });
const paidAgain = (saleId: string) => moved(saleId, 'SUCCEEDED', 'paid', { alarmOver: 'failed' });
const settled = (saleId: string): JournalEvent => ({ type: 'sale.settled', saleId });
const seen = (saleId: string): JournalEvent => ({ type: 'sale.alarm-acknowledged', saleId });

test.each<readonly [string, readonly JournalEvent[], number, number]>([
  ['nothing', [], 0, 0],
  ['a sale that is open', [intent('a')], 1, 0],
  ['two of them', [intent('a'), intent('b')], 2, 0],
  ['one that is over', [intent('a'), settled('a')], 0, 0],
  ['an alarm over one that is open', [...paid('a'), takenBack('a'), paidAgain('a')], 1, 0],
  ['an alarm over one that is over', [...paid('a'), takenBack('a')], 1, 0],
  ['an alarm that somebody has seen', [...paid('a'), takenBack('a'), seen('a')], 0, 0],
  ['a refund that is under way', [...paid('a'), refund('k', 'a')], 0, 1],
  [
    'a refund that the service has, and has not ended',
    [...paid('a'), refund('k', 'a'), answered('k', 'pending')],
    0,
    1,
  ],
  [
    'refunds that are under way, and one that is over',
    [...paid('a'), intent('b'), refund('k', 'a'), refund('l', 'a'), refund('m', 'a'), answered('m', 'refunded')],
    1,
    2,
  ],
])('%s: %o leaves %i payments and %i refunds open', (_what, events, payments, refunds) => {
  left(...events);
  expect(countOpen(folder, systemDisk)).toEqual({ payments, refunds });
});

test('counting changes nothing and releases the file', () => {
  left(intent('a'));
  const before = readFileSync(join(folder, dataFiles.journal));
  let held = 0;
  const counting: Disk = {
    ...systemDisk,
    open(name, mode) {
      expect(mode).toBe('read-only');
      held += 1;
      return watchedDatabase(systemDisk.open(name, mode), String, () => {
        held -= 1;
      });
    },
  };
  countOpen(folder, counting);
  expect(held).toBe(0);
  expect(readFileSync(join(folder, dataFiles.journal)).equals(before)).toBe(true);
});

test('a missing journal throws and is not created', () => {
  expect(() => countOpen(folder, systemDisk)).toThrow('unable to open');
  expect(readdirSync(folder)).toEqual([]);
});
