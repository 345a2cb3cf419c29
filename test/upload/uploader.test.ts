import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { dataFiles } from '../../main/base/data-files.ts';
import { type Account, journalFolder, systemFolders } from '../../main/journal/account-folders.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { INSERT_EVENT, toRow, valuesOf } from '../../main/journal/event-rows.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { Sealing } from '../../main/journal/sealing.ts';
import { journalsToUpload, type UploadedJournal } from '../../main/upload/uploaded-journal.ts';
import { ship, type UploadFacts, type UploadNews } from '../../main/upload/uploader.ts';
import { type Answer, CALLS_OF_A_START } from '../../main/upload/wire.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { folder } from '../base/test-folder.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';
import { memorySeal } from '../journal/memory-seal.ts';
import { act, created, intent, paid } from '../journal/sale-events.ts';
import { terminal } from '../journal/temporary-journal.ts';
import { StubCollector } from './stub-collector.ts';

const account: Account = { environment: 'PREPROD', merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) };
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const opened: { close(): void }[] = [];
/** Replaced only after the journals are closed: a closing journal may still write its anchor. */
let seal = memorySeal();
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  seal = memorySeal();
});

function journalOf(of = account, { isSealed = true } = {}): Journal & UploadedJournal {
  const place = journalFolder(folder, of);
  systemFolders.make(place);
  const file = join(place, dataFiles.journal);
  const journal = openJournal({
    file,
    disk: systemDisk,
    clock: new VirtualClock(),
    random: new SeededRandom(7),
    terminal,
    ...(isSealed && { seal }),
  });
  opened.push(journal);
  return Object.assign(journal, { account: of });
}

const notes = (journal: Journal, many: number) =>
  journal.record(...Array.from({ length: many }, (_, index) => act('unlock', { about: String(index) })));

function shipping(stub: StubCollector, inUse: UploadedJournal, others: readonly UploadedJournal[] = []) {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const reports: UploadNews[] = [];
  const settings: Answer<'settings'>[] = [];
  stub.publicKey = publicKey.export({ format: 'jwk' }).x ?? '';
  let facts: Omit<UploadFacts, 'anchors'> = {
    status: {
      appVersion: '0.1.0',
      environment: 'PREPROD',
      clockKnown: true,
      keychain: 'ok',
      journal: 'ok',
      ...terminal,
    },
    settings: null,
  };
  let wake: () => void = () => undefined;
  const done = ship({
    transport: stub.transport(),
    address: 'https://chain.example',
    till: 7,
    start: 1,
    privateKey,
    sealKey: seal.key,
    journals: () => [inUse, ...others],
    clock,
    random: { next: () => 0.5 },
    signal: stop.signal,
    news: (ms) =>
      new Promise((resolve) => {
        const answer = () => resolve({ ...facts, anchors: Object.fromEntries(seal.anchors) });
        const cancel = clock.after(ms, answer);
        wake = () => {
          cancel();
          answer();
        };
        stop.signal.addEventListener('abort', wake);
      }),
    turn: async () => undefined,
    settings: (given) => void settings.push(given),
    report: (news) => void reports.push(news),
  });
  opened.push({ close: () => stop.abort() });
  return {
    clock,
    reports,
    settings,
    done,
    stop,
    setFacts: (change: Partial<typeof facts>) => {
      facts = { ...facts, ...change };
    },
    /** Wakes the upload, as a journal write does. */
    async wake() {
      wake();
      await settled();
    },
    async pass(ms: number) {
      await clock.advance(ms);
      await settled();
    },
  };
}

/** Each call of the stub takes several promise turns. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await settle();
}

const seqs = (stub: StubCollector) => stub.events(account).map(({ fields }) => fields[1]);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('uploads each event once, in order, in batches of 500', async () => {
  const stub = new StubCollector();
  const journal = journalOf();
  notes(journal, 1_100);
  const { pass, wake, reports } = shipping(stub, journal);
  await pass(0);
  expect(stub.calls).toEqual(['status', 'cursor', 'batches', 'batches', 'batches']);
  expect(seqs(stub)).toEqual(upTo(1_101));
  expect(stub.statuses.at(-1)).toMatchObject({ backlog: 0, posId: 'TILL42' });
  expect(reports.at(-1)).toMatchObject({ waiting: 0 });
  notes(journal, 1);
  await wake();
  expect(seqs(stub)).toEqual(upTo(1_102));
  await pass(100_000);
  expect(stub.calls.filter((call) => call === 'status')).toHaveLength(2);
  expect(seqs(stub)).toEqual(upTo(1_102));
});

const fates = [0, 1, 2, 3].flatMap((call) => [['answer-lost', call] as const, ['not-arrived', call] as const]);
test.each(fates)('uploads each event once despite %s at call %i', async (fault, call) => {
  const stub = new StubCollector();
  stub.faults = [...Array.from({ length: call }, () => undefined), fault];
  const journal = journalOf();
  notes(journal, 600);
  const { pass, reports } = shipping(stub, journal);
  await pass(0);
  expect(reports.at(-1)).toMatchObject({
    fault: { code: 'head-office.unreachable', values: { why: 'network.reset' } },
  });
  await pass(2_000);
  expect(stub.branches).toHaveLength(1);
  expect(seqs(stub)).toEqual(upTo(601));
  expect(reports.at(-1)?.fault).toBeUndefined();
});

test('resumes after a restart without repeating events', async () => {
  const stub = new StubCollector();
  const journal = journalOf();
  notes(journal, 999);
  const first = shipping(stub, journal);
  await first.pass(0);
  first.stop.abort();
  notes(journal, 3);
  const { pass } = shipping(stub, journal);
  stub.calls.length = 0;
  // The new run's clock starts where the old one did, like a clock that was set back.
  await pass(2_000);
  expect(stub.calls).toEqual(['status', 'status', 'cursor', 'cursor', 'batches']);
  expect(seqs(stub)).toEqual(upTo(1_003));
});

test('continues a restored journal as a new branch', async () => {
  const stub = new StubCollector();
  const other = { ...account, profileId: 'q'.repeat(24) };
  const [journal, restored] = [journalOf(), journalOf(other)];
  notes(journal, 700);
  const first = shipping(stub, journal);
  await first.pass(0);
  first.stop.abort();
  // Equal events up to the backup, different events afterwards.
  notes(restored, 400);
  restored.record(act('backup-restored'));
  const { pass } = shipping(stub, { account, file: restored.file });
  await pass(2_000);
  expect(stub.branches).toHaveLength(2);
  expect(seqs(stub)).toEqual(upTo(402));
  expect(stub.branches[0]?.events).toHaveLength(701);
  expect(stub.events(account)[400]?.hash).toBe(stub.branches[0]?.events[400]?.hash);
});

test('backs off when the collector reports a gap', async () => {
  const stub = new StubCollector();
  const journal = journalOf();
  notes(journal, 10);
  const gap = { status: 409, json: { code: 'batch.gap', message: 'gap' } };
  stub.faults = [undefined, undefined, gap, undefined, gap, undefined, gap];
  const { pass, reports } = shipping(stub, journal);
  await pass(0);
  expect(reports.at(-1)).toMatchObject({ fault: { code: 'head-office.refused', values: { why: 'batch.gap' } } });
  await pass(499);
  expect(stub.calls).toEqual(['status', 'cursor']);
  await pass(1);
  expect(stub.calls).toEqual(['status', 'cursor', 'cursor']);
  await pass(1_000);
  await pass(1_999);
  expect(seqs(stub)).toEqual([]);
  await pass(1);
  expect(seqs(stub)).toEqual(upTo(11));
});

test.each([429, 503])('status %i delays the upload until Retry-After', async (status) => {
  const stub = new StubCollector();
  const journal = journalOf();
  stub.faults = [{ status, headers: { 'retry-after': '120' }, json: {} }];
  const { pass, wake, reports } = shipping(stub, journal);
  await pass(0);
  notes(journal, 3);
  await wake();
  expect(reports.at(-1)).toMatchObject({ fault: { code: 'head-office.busy' } });
  await pass(120_499);
  expect(stub.calls).toEqual([]);
  await pass(1);
  expect(seqs(stub)).toEqual(upTo(4));
});

test("removes the payer's data but keeps the hash chain", async () => {
  const stub = new StubCollector();
  const journal = journalOf();
  journal.record(
    intent('one'),
    created('one'),
    paid('one', { debtor: { name: 'Ann', iban: 'BE68***9034' }, message: 'for Ann' }),
  );
  notes(journal, 1);
  const { pass } = shipping(stub, journal);
  await pass(0);
  const shipped = stub.events(account);
  expect(shipped.map(({ cut }) => cut)).toEqual([false, false, false, true, false]);
  expect(JSON.stringify(shipped)).not.toMatch(/Ann|BE68/);
  expect(shipped[3]?.fields[7]).toContain('SUCCEEDED');
});

test('uploads payer data when the chain asks for the data', async () => {
  const stub = new StubCollector();
  stub.debtors = true;
  // The first status response is lost: no event may be uploaded without a response.
  stub.faults = ['answer-lost'];
  const journal = journalOf();
  journal.record(intent('one'), created('one'), paid('one', { debtor: { name: 'Ann' } }));
  const { pass } = shipping(stub, journal);
  await pass(2_000);
  expect(stub.events(account).map(({ cut }) => cut)).toEqual([false, false, false, false]);
  expect(JSON.stringify(stub.events(account))).toContain('Ann');
});

test('uploads the journals of other accounts too', async () => {
  const stub = new StubCollector();
  const before = { ...account, environment: 'PROD', profileId: 'b'.repeat(24) } as const;
  const [journal, other] = [journalOf(), journalOf(before)];
  notes(other, 4);
  const { pass } = shipping(stub, journal, [other]);
  await pass(0);
  expect([stub.events(account).length, stub.events(before).length]).toEqual([1, 5]);
});

test.each([
  ['no seal', undefined, 110],
  ['the seal of another key', memorySeal(Buffer.alloc(32, 9)), 110],
  ['a wrong seal near the end, or any before it,', undefined, 150],
])('stops uploading at an event with %s, but reports status', async (_name, other, wrong) => {
  const stub = new StubCollector();
  const journal = journalOf();
  notes(journal, 100);
  const { pass, reports } = shipping(stub, journal);
  await pass(0);
  const database = systemDisk.open(journal.file);
  for (let seq = 102; seq < 200; seq += 1) {
    const before = database.prepare('SELECT hash FROM events WHERE seq = ?').get(seq - 1);
    const sealing = seq === wrong ? other && new Sealing(other, journal.file) : new Sealing(seal, journal.file);
    const row = toRow(act('lock'), 1, terminal, seq, String(before?.['hash']), sealing);
    database.prepare(INSERT_EVENT).run(...valuesOf(row));
  }
  database.close();
  const heard = stub.statuses.length;
  for (let minute = 0; minute < 5; minute += 1) await pass(120_000);
  const first = wrong === 110 ? 110 : 102;
  expect(seqs(stub)).toEqual(upTo(first - 1));
  expect(reports.at(-1)?.fault).toMatchObject({ code: 'journal.damaged', values: { seq: first } });
  expect(stub.statuses.length).toBeGreaterThan(heard + 3);
});

test('does not upload a journal without a keychain anchor', async () => {
  const [journal, other] = [journalOf(), journalOf({ ...account, environment: 'PROD' })];
  journalOf({ ...account, environment: 'PROD', profileId: 'b'.repeat(24) }, { isSealed: false });
  const found = journalsToUpload(folder, journal, Object.fromEntries(seal.anchors));
  expect(found.map(({ file }) => file)).toEqual([journal.file, other.file]);
  const planted = journalOf({ ...account, profileId: 'c'.repeat(24) }, { isSealed: false });
  const stub = new StubCollector();
  const { pass } = shipping(stub, planted);
  await pass(0);
  expect(stub.branches).toEqual([]);
});

test('an unreadable journal does not delay the current journal', async () => {
  const stub = new StubCollector();
  const journal = journalOf();
  const broken = join(folder, 'broken.sqlite');
  writeFileSync(broken, 'no database');
  const { pass, reports, wake } = shipping(stub, journal, [
    { account: { ...account, environment: 'PROD' }, file: broken },
  ]);
  await pass(0);
  notes(journal, 2);
  await wake();
  expect(stub.events(account)).toHaveLength(3);
  expect(reports.flatMap(({ fault }) => fault ?? [])).toEqual([]);
});

test('reports status although the collector refuses another journal', async () => {
  const stub = new StubCollector();
  const before = { ...account, profileId: 'b'.repeat(24) };
  const [journal, other] = [journalOf(), journalOf(before)];
  const broken = { status: 422, json: { code: 'batch.broken', message: 'broken' } };
  const taken = stub.answer.bind(stub);
  stub.answer = (path, body, signature) => {
    const isOther = path.endsWith('/batches') && body.includes(before.profileId);
    return isOther ? broken : taken(path, body, signature);
  };
  const { pass, reports } = shipping(stub, journal, [other]);
  await pass(0);
  expect(reports.at(-1)).toMatchObject({ fault: { values: { why: 'batch.broken' } } });
  expect(seqs(stub)).toEqual(upTo(1));
  // Pauses grow to five minutes, and each round begins with pending calls.
  for (let minute = 0; minute < 20; minute += 1) await pass(60_000);
  expect(stub.calls.filter((call) => call === 'status').length).toBeGreaterThan(6);
});

test('counts each call of a start', async () => {
  const stub = new StubCollector();
  stub.faults = [undefined, 'answer-lost'];
  const { pass } = shipping(stub, journalOf());
  await pass(100_000);
  const calls = Array.from({ length: stub.counters.length }, (_, n) => CALLS_OF_A_START + n + 1);
  expect(stub.counters).toEqual(calls);
  expect(calls.length).toBeGreaterThan(3);
});

test('stops when head office knows later calls of the till', async () => {
  const stub = new StubCollector();
  stub.faults = [{ status: 409, json: { code: 'call.replayed', message: 'no' } }];
  const { pass, reports, done } = shipping(stub, journalOf());
  await pass(0);
  await done;
  expect(reports).toMatchObject([{ fault: { code: 'head-office.counter' } }]);
});

test('stops when head office has ended the till', async () => {
  const stub = new StubCollector();
  stub.isEnded = true;
  const { pass, reports, done } = shipping(stub, journalOf());
  await pass(0);
  await done;
  expect(reports).toMatchObject([{ fault: { code: 'head-office.ended' } }]);
  await pass(3_600_000);
  expect(stub.calls).toEqual(['status']);
});

test('fetches settings when the revision changes', async () => {
  const stub = new StubCollector();
  stub.settings = { 'counter.maximum': 1_000 };
  const { pass, settings, setFacts } = shipping(stub, journalOf());
  await pass(0);
  expect(settings).toEqual([{ revision: expect.stringMatching(/^[0-9a-f]{16}$/), settings: stub.settings }]);
  setFacts({ settings: settings[0]?.revision ?? null });
  await pass(100_000);
  expect(settings).toHaveLength(1);
  stub.settings = {};
  await pass(70_000);
  expect(settings.slice(1)).toEqual([{ revision: null, settings: {} }]);
});

test('fetches settings at most once a minute', async () => {
  const stub = new StubCollector();
  const journal = journalOf();
  const { pass, wake, settings, setFacts } = shipping(stub, journal);
  for (let maximum = 1_000; maximum < 1_100; maximum += 1) {
    stub.settings = { 'counter.maximum': maximum };
    notes(journal, 1);
    await wake();
    setFacts({ settings: settings.at(-1)?.revision ?? null });
  }
  expect(settings.map((given) => given.settings)).toEqual([{ 'counter.maximum': 1_000 }]);
  await pass(70_000);
  expect(settings.slice(1).map((given) => given.settings)).toEqual([{ 'counter.maximum': 1_099 }]);
});

test('uploads an event larger than a batch alone', async () => {
  const stub = new StubCollector();
  const journal = journalOf();
  const large = act('unlock', { values: { text: 'x'.repeat(1_200_000) } });
  journal.record(act('lock'), large, act('lock'));
  const { pass } = shipping(stub, journal);
  await pass(0);
  expect(stub.calls.filter((call) => call === 'batches')).toHaveLength(3);
  expect(seqs(stub)).toEqual(upTo(4));
});
