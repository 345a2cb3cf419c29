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

/** A journal at PREPROD with a payment that is over, one that is open, one with an alarm, and an open refund. */
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

test('what waits in the journal of another profile is told, in training too, and not in its own', () => {
  withOpenWork().close();
  const { journals, others } = till();
  journals.folderFor(prod);
  expect(others()).toMatchObject([waits(2, 1)]);
  journals.leaveAll();
  expect(others()).toMatchObject([waits(2, 1)]);
  journals.folderFor(preprod);
  expect(others()).toEqual([]);
});

test('what still waits is told again at the next opening', () => {
  withOpenWork().close();
  const { journals, events } = till();
  journals.folderFor(prod);
  journals.folderFor(prod);
  const told = { type: 'other-journals', journals: [waits(2, 1)] };
  expect(events).toMatchObject([told, told]);
});

test('a journal that was left in the middle of a write is read whole, and nothing of it changes', () => {
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

test('a profile without open work, and a folder without a journal, have nothing to tell', () => {
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
])('a journal of another profile that %s is told and keeps nobody from selling', (_what, harm) => {
  const place = journalFolder(folder, { environment: 'PREPROD', ...preprod.merchant });
  mkdirSync(place, { recursive: true });
  harm(join(place, 'journal.sqlite'));
  const { journals, others } = till();
  journals.folderFor(prod);
  expect(others()).toMatchObject([{ ...waits(0, 0), open: undefined }]);
});

test('whether payments were taken here shows without settings too: training and an empty folder are none', () => {
  const { journals } = till();
  expect(journals.hasAny()).toBe(false);
  open(join(folder, 'training')).close();
  journals.folderFor(prod);
  expect(journals.hasAny()).toBe(false);
  open(journals.folderFor(preprod)).close();
  expect(journals.hasAny()).toBe(true);
});

test('a folder of journals that cannot be read keeps no till from starting', () => {
  const unreadable = () => {
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
  };
  const { journals, said } = till({ ...systemFolders, list: unreadable });
  expect(journals.hasAny()).toBe(false);
  expect(said.join()).toContain('journal.unread');
});
