import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { type Account, type Folders, journalFolder, systemFolders } from '../../main/journal/places.ts';
import { createLog } from '../../main/support/log.ts';
import { terminalSettings } from '../../main/terminal/settings.ts';
import { createWhichJournal } from '../../main/till/journal-folder.ts';
import { createNotices } from '../../main/windows/notices.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { provisioningFile } from '../terminal/sample-provisioning-file.ts';

let folder: string;
const random = new SeededRandom(5);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-which-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function settingsOf(environment: Account['environment']) {
  const { keys: _keys, managerPin: _pin, ...fields } = provisioningFile();
  return terminalSettings.parse({ ...fields, service: { ...fields.service, environment } });
}

const preprod = settingsOf('PREPROD');
const prod = settingsOf('PROD');
const waits = (payments: number, refunds: number) => ({
  code: 'journal.waiting',
  severity: 'warning',
  action: 'dismiss',
  values: { environment: 'PREPROD', profile: preprod.merchant.profileId.slice(-6), payments, refunds },
});

function till(folders: Folders = systemFolders) {
  const notices = createNotices(() => undefined);
  const said: string[] = [];
  const log = createLog({ write: (line) => void said.push(line), close: () => undefined });
  const journals = createWhichJournal({ dataFolder: folder, disk: systemDisk, folders, notices, log });
  return { journals, notices, said };
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
  const paid = { type: 'sale.moved', saleId: late, via: 'read', status: 'SUCCEEDED', stage: 'paid' } as const;
  journal.record({ ...paid, alarmOver: 'cancelled' });
  return journal;
}

test('what waits in the journal of another profile is told, in training too, and not in its own', () => {
  withOpenWork().close();
  const { journals, notices } = till();
  journals.folderFor(prod);
  expect(notices.list()).toMatchObject([waits(2, 1)]);
  journals.leaveAll();
  expect(notices.list()).toMatchObject([waits(2, 1)]);
  journals.folderFor(preprod);
  expect(notices.list()).toEqual([]);
});

test('what was read away is told again at the next opening, for it still waits', () => {
  withOpenWork().close();
  const { journals, notices } = till();
  journals.folderFor(prod);
  const [notice] = notices.list();
  expect(notices.dismiss(notice?.id ?? '')).toBe(true);
  journals.folderFor(prod);
  expect(notices.list()).toMatchObject([waits(2, 1)]);
});

test('a journal that was left in the middle of a write is read whole, and nothing of it changes', () => {
  const journal = withOpenWork();
  const place = journalFolder(folder, { environment: 'PREPROD', ...preprod.merchant });
  const contents = () => readdirSync(place).map((name) => [name, readFileSync(join(place, name)).toString('base64')]);
  const kept = (all: string[][]) => all.filter(([name]) => !name?.endsWith('-shm'));
  const before = contents();
  const { journals, notices } = till();
  journals.folderFor(prod);
  expect(notices.list()).toMatchObject([waits(2, 1)]);
  expect(kept(contents())).toEqual(kept(before));
  journal.close();
});

test('a profile without open work, and a folder without a journal, have nothing to tell', () => {
  open(journalFolder(folder, { environment: 'PREPROD', ...preprod.merchant })).close();
  mkdirSync(join(folder, 'journals', 'PREPROD-m-p-000000000000'));
  const { journals, notices } = till();
  expect(journals.folderFor(prod)).toBe(journalFolder(folder, { environment: 'PROD', ...prod.merchant }));
  expect(notices.list()).toEqual([]);
});

test.each([
  ['is no database any more', (file: string) => writeFileSync(file, 'ruined'.repeat(2_000))],
  ['is gone and has left a part of itself', (file: string) => writeFileSync(`${file}-wal`, 'the last commits')],
  ['has not the tables of one', (file: string) => new DatabaseSync(file).exec('CREATE TABLE more (a)')],
])('a journal of another profile that %s is told and keeps nobody from selling', (_what, harm) => {
  const place = journalFolder(folder, { environment: 'PREPROD', ...preprod.merchant });
  mkdirSync(place, { recursive: true });
  harm(join(place, 'journal.sqlite'));
  const { journals, notices } = till();
  journals.folderFor(prod);
  const { environment, profile } = waits(0, 0).values;
  expect(notices.list()).toMatchObject([{ code: 'journal.unread', values: { environment, profile } }]);
});

test('the shared journal goes to the settings that were in force at the start, not to those of a file taken in then', () => {
  open(folder).close();
  const { journals } = till();
  journals.adopt(preprod);
  journals.folderFor(prod);
  expect(readdirSync(journalFolder(folder, { environment: 'PREPROD', ...preprod.merchant }))).toContain(
    'journal.sqlite',
  );
  expect(readdirSync(journalFolder(folder, { environment: 'PROD', ...prod.merchant }))).toEqual([]);
});

test('a terminal that gets its first settings gives them the journal that lay there', () => {
  open(folder).close();
  const { journals } = till();
  journals.adopt(undefined);
  expect(readdirSync(folder)).toContain('journal.sqlite');
  expect(readdirSync(journals.folderFor(preprod))).toContain('journal.sqlite');
});

test('a shared journal that cannot be moved keeps an empty one from being opened, and is moved once it can be', () => {
  open(folder).close();
  let held = true;
  const rename: Folders['rename'] = (from, to) => {
    if (held) throw Object.assign(new Error('resource busy or locked'), { code: 'EBUSY' });
    systemFolders.rename(from, to);
  };
  const { journals, said } = till({ ...systemFolders, rename });
  journals.adopt(preprod);
  expect(said.join()).toContain('resource busy or locked');
  expect(() => journals.folderFor(preprod)).toThrow(expect.objectContaining({ code: 'journal.read-only' }));
  held = false;
  expect(readdirSync(journals.folderFor(preprod))).toContain('journal.sqlite');
});

test('a shared journal beside one that the profile has already is left, and told', () => {
  const { journals, notices } = till();
  open(journals.folderFor(preprod)).close();
  open(folder).close();
  journals.folderFor(preprod);
  expect(notices.list()).toMatchObject([{ code: 'journal.left' }]);
  expect(readdirSync(folder)).toContain('journal.sqlite');
});
