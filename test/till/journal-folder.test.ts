import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type Account, type Folders, journalFolder, systemFolders } from '../../main/journal/account-folders.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { createLog } from '../../main/support/log.ts';
import { createJournalFolders } from '../../main/till/journal-folder.ts';
import type { OtherJournal, TillEvent } from '../../main/till/till-events.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';

const random = new SeededRandom(5);

function settingsOf(environment: Account['environment']) {
  const { keys: _keys, managerPin: _pin, ...fields } = provisioningFile();
  return terminalSettings.parse({ ...fields, service: { ...fields.service, environment } });
}

const preprod = settingsOf('PREPROD');
const prod = settingsOf('PROD');
const waits = (payments: number, refunds: number) => ({
  environment: 'PREPROD',
  profileId: preprod.merchant.profileId,
  open: { payments, refunds },
});

function till(folders: Folders = systemFolders) {
  const events: TillEvent[] = [];
  const said: string[] = [];
  const log = createLog({ write: (line) => void said.push(line), close: () => undefined });
  const journals = createJournalFolders({
    dataFolder: folder,
    disk: systemDisk,
    folders,
    onEvent: (event) => void events.push(event),
    log,
  });
  return { journals, events, others: () => lastOthers(events), said };
}

function lastOthers(events: readonly TillEvent[]): readonly OtherJournal[] | undefined {
  return events.findLast((event) => event.type === 'other-journals')?.journals;
}

function open(inFolder: string): Journal {
  mkdirSync(inFolder, { recursive: true });
  const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
  return openJournal({
    file: join(inFolder, 'journal.sqlite'),
    disk: systemDisk,
    clock: new VirtualClock(),
    random,
    terminal,
  });
}

function charge(journal: Journal): string {
  const saleId = random.uuid();
  const intent = { type: 'sale.intent', saleId, ...journal.nextReference(), amount: 1250 } as const;
  journal.record({ ...intent, operation: 'static-qr', body: '{}', skewMs: 0 });
  return saleId;
}

function refund(journal: Journal, saleId: string): void {
  const which = { refundKey: random.uuid(), saleId, paymentId: 'p'.repeat(24) };
  journal.record({ type: 'refund.intent', ...which, amount: 100, body: '{}' });
}

/** Writes a PREPROD journal with a settled payment, an open payment, a payment with an alarm, and an open refund. */
function withOpenWork(): Journal {
  const journal = open(journalFolder(folder, { environment: 'PREPROD', ...preprod.merchant }));
  const over = charge(journal);
  journal.record({ type: 'sale.settled', saleId: over });
  refund(journal, over);
  charge(journal);
  const late = charge(journal);
  const created = {
    type: 'sale.created',
    saleId: late,
    paymentId: 'q'.repeat(24),
    createdAt: 0,
    via: 'create',
  } as const;
  const paid = { type: 'sale.moved', saleId: late, via: 'read', status: 'SUCCEEDED', stage: 'paid' } as const;
  journal.record(created, { ...paid, alarmOver: 'cancelled' });
  return journal;
}

test('reports pending items of other profiles, even in training', () => {
  withOpenWork().close();
  const { journals, others } = till();
  journals.folderFor(prod);
  expect(others()).toMatchObject([waits(2, 1)]);
  journals.leaveAll();
  expect(others()).toMatchObject([waits(2, 1)]);
  journals.folderFor(preprod);
  expect(others()).toEqual([]);
});

test('reports pending items again at the next opening', () => {
  withOpenWork().close();
  const { journals, events } = till();
  journals.folderFor(prod);
  journals.folderFor(prod);
  const told = { type: 'other-journals', journals: [waits(2, 1)] };
  expect(events).toMatchObject([told, told]);
});

test('reads a journal left mid-write without changing any file', () => {
  const journal = withOpenWork();
  const place = journalFolder(folder, { environment: 'PREPROD', ...preprod.merchant });
  const contents = () => readdirSync(place).map((name) => [name, readFileSync(join(place, name)).toString('base64')]);
  const kept = (all: string[][]) => all.filter(([name]) => !name?.endsWith('-shm'));
  const before = contents();
  const { journals, others } = till();
  journals.folderFor(prod);
  expect(others()).toMatchObject([waits(2, 1)]);
  expect(kept(contents())).toEqual(kept(before));
  journal.close();
});

test('reports nothing without open work or journals', () => {
  open(journalFolder(folder, { environment: 'PREPROD', ...preprod.merchant })).close();
  mkdirSync(join(folder, 'journals', 'PREPROD-m-p-000000000000'));
  const { journals, others } = till();
  expect(journals.folderFor(prod)).toBe(journalFolder(folder, { environment: 'PROD', ...prod.merchant }));
  expect(others()).toEqual([]);
});

test.each([
  ['is no database any more', (file: string) => writeFileSync(file, 'ruined'.repeat(2_000))],
  ['is gone and has left a part of itself', (file: string) => writeFileSync(`${file}-wal`, 'the last commits')],
  ['has not the tables of one', (file: string) => new DatabaseSync(file).exec('CREATE TABLE more (a)')],
])('a foreign journal that %s is reported without blocking sales', (_what, harm) => {
  const place = journalFolder(folder, { environment: 'PREPROD', ...preprod.merchant });
  mkdirSync(place, { recursive: true });
  harm(join(place, 'journal.sqlite'));
  const { journals, others } = till();
  journals.folderFor(prod);
  expect(others()).toMatchObject([{ ...waits(0, 0), open: undefined }]);
});

test('hasAny ignores training and empty folders', () => {
  const { journals } = till();
  expect(journals.hasAny()).toBe(false);
  open(join(folder, 'training')).close();
  journals.folderFor(prod);
  expect(journals.hasAny()).toBe(false);
  open(journals.folderFor(preprod)).close();
  expect(journals.hasAny()).toBe(true);
});

test('an unreadable journals folder does not stop the till', () => {
  const unreadable = () => {
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
  };
  const { journals, said } = till({ ...systemFolders, list: unreadable });
  expect(journals.hasAny()).toBe(false);
  expect(said.join()).toContain('journal.unread');
});
