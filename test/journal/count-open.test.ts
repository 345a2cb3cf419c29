import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { JOURNAL_FILE } from '../../main/journal/account-folders.ts';
import { countOpen } from '../../main/journal/count-open.ts';
import { type Disk, systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

/** What a till is told to expect in the journal of an account that is not in use. */

const paymentId = 'fccd268a29a0d347301ef56e';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-waiting-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Leaves a journal in which all this has happened. */
function left(...events: readonly JournalEvent[]): void {
  const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
  const file = join(folder, JOURNAL_FILE);
  const journal = openJournal({
    file,
    disk: systemDisk,
    clock: new VirtualClock(),
    random: new SeededRandom(7),
    terminal,
  });
  journal.record(...events);
  journal.close();
}

const intent = (saleId: string): JournalEvent => ({
  type: 'sale.intent',
  saleId,
  reference: saleId,
  amount: 1250,
  operation: 'static-qr',
  body: '{}',
  skewMs: 0,
});
const settled = (saleId: string): JournalEvent => ({ type: 'sale.settled', saleId });
/** A sale whose payment has been made, and which is paid. */
const paid = (saleId: string): readonly JournalEvent[] => [
  intent(saleId),
  { type: 'sale.created', saleId, paymentId, createdAt: 1, via: 'create' },
  { type: 'sale.moved', saleId, via: 'read', status: 'SUCCEEDED', stage: 'paid' },
];
const takenBack = (saleId: string): JournalEvent => ({
  type: 'sale.moved',
  saleId,
  via: 'read',
  status: 'FAILED',
  stage: 'failed',
  alarmOver: 'paid',
});
const paidAgain = (saleId: string): JournalEvent => ({
  type: 'sale.moved',
  saleId,
  via: 'read',
  status: 'SUCCEEDED',
  stage: 'paid',
  alarmOver: 'failed',
});
const seen = (saleId: string): JournalEvent => ({ type: 'sale.alarm-acknowledged', saleId });
const refund = (refundKey: string): JournalEvent => ({
  type: 'refund.intent',
  refundKey,
  saleId: 'a',
  paymentId,
  amount: 100,
  body: '{}',
});
const refunded = (refundKey: string): JournalEvent => ({
  type: 'refund.answered',
  refundKey,
  refundId: 'id',
  status: 'REFUNDED',
  stage: 'refunded',
});

test.each<readonly [string, readonly JournalEvent[], number, number]>([
  ['nothing', [], 0, 0],
  ['a sale that is open', [intent('a')], 1, 0],
  ['two of them', [intent('a'), intent('b')], 2, 0],
  ['one that is over', [intent('a'), settled('a')], 0, 0],
  ['an alarm over one that is open', [...paid('a'), takenBack('a'), paidAgain('a')], 1, 0],
  ['an alarm over one that is over', [...paid('a'), takenBack('a')], 1, 0],
  ['an alarm that somebody has seen', [...paid('a'), takenBack('a'), seen('a')], 0, 0],
  ['a refund that is under way', [...paid('a'), refund('k')], 0, 1],
  [
    'refunds that are under way, and one that is over',
    [...paid('a'), intent('b'), refund('k'), refund('l'), refund('m'), refunded('m')],
    1,
    2,
  ],
])('%s: %o leaves %i payments and %i refunds to be looked after', (_what, events, payments, refunds) => {
  left(...events);
  expect(countOpen(folder, systemDisk)).toEqual({ payments, refunds });
});

test('looking changes nothing, and lets the file go', () => {
  left(intent('a'));
  const before = readFileSync(join(folder, JOURNAL_FILE));
  let open = 0;
  const counting: Disk = {
    ...systemDisk,
    open(name, mode) {
      expect(mode).toBe('read-only');
      const database = systemDisk.open(name, mode);
      open += 1;
      return {
        exec: (sql) => database.exec(sql),
        prepare: (sql) => database.prepare(sql),
        isTransaction: false,
        close() {
          database.close();
          open -= 1;
        },
      };
    },
  };
  countOpen(folder, counting);
  expect(open).toBe(0);
  expect(readFileSync(join(folder, JOURNAL_FILE)).equals(before)).toBe(true);
});

test('where there is no journal, none is made, and the question fails', () => {
  expect(() => countOpen(folder, systemDisk)).toThrow('unable to open');
  expect(readdirSync(folder)).toEqual([]);
});
