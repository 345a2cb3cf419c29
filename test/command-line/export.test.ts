import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { EXIT, type ExportCommand, exportAtCommandLine } from '../../main/command-line/export.ts';
import type { ExportOptions } from '../../main/command-line/options.ts';
import { journalFolder } from '../../main/journal/account-folders.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { watchNotedExports } from '../../main/till/noted-exports-watch.ts';
import { actsInMemory } from '../audit/audit-log-in-memory.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { silentLog } from '../settings/terminal-with-record.ts';
import { liveSettings } from '../till/counter-till.ts';

let dataFolder: string;
let out: string;
let clock: VirtualClock;
let journal: Journal;
let printed: string[];
let complaints: string[];

beforeEach(() => {
  dataFolder = join(folder, 'data');
  mkdirSync(dataFolder);
  out = join(folder, 'payments.csv');
  clock = new VirtualClock();
  [printed, complaints] = [[], []];
  const settings = liveSettings();
  const store = openSettings(join(dataFolder, 'terminal.json'), { clock, random: systemRandom });
  store.write({ ...store.file, settings });
  journal = openAt(journalFolder(dataFolder, { environment: settings.service.environment, ...settings.merchant }));
});
afterEach(() => {
  journal.close();
});

function openAt(place: string): Journal {
  mkdirSync(place, { recursive: true });
  const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
  return openJournal({ file: join(place, 'journal.sqlite'), disk: systemDisk, clock, random: systemRandom, terminal });
}

function sell(reference: string): void {
  const sale = { reference, amount: 1_250, operation: 'static-qr', body: '{}', skewMs: 0 } as const;
  journal.record({ type: 'sale.intent', saleId: systemRandom.uuid(), ...sale });
}

function run(words: Partial<ExportOptions> = {}, more: Partial<ExportCommand> = {}): Promise<number> {
  return exportAtCommandLine({
    words: { kind: 'payments', out, byteOrderMark: false, ...words },
    dataFolder,
    started: { training: false, packaged: true },
    clock,
    random: systemRandom,
    signal: new AbortController().signal,
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
    ...more,
  });
}

test('exports while the till is running and prints JSON', async () => {
  sell('ORDER-7');
  sell('=cmd()');
  expect(await run()).toBe(EXIT.done);
  const lines = readFileSync(out, 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/^chargedAt;reference;amount;.*;environment$/);
  expect(lines.slice(1, 3).map((line) => line.split(';')[1])).toEqual(['ORDER-7', "'=cmd()"]);
  expect(lines[1]).toMatch(/;PREPROD$/);
  expect(printed.map((line) => JSON.parse(line))).toEqual([
    { export: 'payments', rows: 2, file: out, format: 'csv', environment: 'PREPROD' },
  ]);
  expect(complaints).toEqual([]);
  sell('ORDER-8');
  expect(journal.check().ok).toBe(true);
});

test('journals the export of a running till within a minute', async () => {
  const acts = actsInMemory({ clock, log: silentLog });
  acts.journalOpened(journal, 'live');
  const stop = watchNotedExports({ clock, dataFolder, acts, log: silentLog });
  const at = clock.now();
  await run({ from: 'today', kind: 'refunds' });
  expect(journal.acts(undefined, 5)).toEqual([]);
  await clock.advance(60_000);
  const [noted] = journal.acts(undefined, 5);
  expect(noted?.act).toMatchObject({ act: 'exported', by: { role: 'till' }, about: 'refunds' });
  expect(noted?.act.values).toMatchObject({ rows: 0, environment: 'PREPROD', madeAt: at });
  await clock.advance(120_000);
  expect(journal.acts(undefined, 5)).toHaveLength(1);
  stop();
});

test('exports training on request and marks each row', async () => {
  const training = openAt(join(dataFolder, 'training'));
  const sale = { reference: 'T-1', amount: 5, operation: 'static-qr', body: '{}', skewMs: 0 } as const;
  training.record({ type: 'sale.intent', saleId: systemRandom.uuid(), ...sale });
  training.close();
  out = join(folder, 'p.jsonl');
  expect(await run({}, { started: { training: true, packaged: true } })).toBe(EXIT.done);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
    reference: 'T-1',
    amountCents: 5,
    environment: 'TRAINING',
  });
});

describe('fails with a message, a status and no file when', () => {
  afterEach(() => {
    expect(printed).toEqual([]);
    expect(readdirSync(dirname(out)).filter((name) => name.includes('export') || name === 'payments.csv')).toEqual([]);
    expect(existsSync(join(dataFolder, 'exports.jsonl'))).toBe(false);
  });

  test('the command line is wrong', async () => {
    expect(await run({ kind: 'sales' })).toBe(EXIT.refused);
    expect(complaints).toEqual([
      expect.stringMatching(/^Nothing was exported: --export is one of payments.*not sales/),
    ]);
  });

  test('the terminal is not set up', async () => {
    rmSync(join(dataFolder, 'terminal.json'));
    expect(await run()).toBe(EXIT.failed);
    expect(complaints).toEqual([expect.stringContaining('(export.no-journal)')]);
  });

  test('the settings cannot be read', async () => {
    writeFileSync(join(dataFolder, 'terminal.json'), '{');
    expect(await run()).toBe(EXIT.failed);
    expect(complaints).toEqual([expect.stringContaining('(settings.unusable)')]);
    expect(readFileSync(join(dataFolder, 'terminal.json'), 'utf8')).toBe('{');
  });

  test('the profile has no sales yet', async () => {
    const store = openSettings(join(dataFolder, 'terminal.json'), { clock, random: systemRandom });
    const merchant = { merchantId: 'c'.repeat(24), profileId: 'd'.repeat(24) };
    store.write({ ...store.file, settings: { ...liveSettings(), merchant } });
    expect(await run()).toBe(EXIT.failed);
    expect(complaints).toEqual([expect.stringContaining('(export.no-journal)')]);
  });

  test('the system ends the process', async () => {
    const abort = new AbortController();
    abort.abort();
    expect(await run({}, { signal: abort.signal })).toBe(EXIT.failed);
    expect(complaints).toEqual([expect.stringContaining('(export.cancelled)')]);
  });
});
