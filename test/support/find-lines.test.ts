import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../main/support/log.ts';
import { findLines, type LinesWanted, type LogPlace, linesAbout } from '../../main/support/logs/find-lines.ts';
import { fileSink } from '../../main/support/rotating-log-file.ts';
import { folder } from '../base/test-folder.ts';

const START = Date.parse('2026-11-22T08:00:00.000Z');

function line(number: number, more: object = {}): string {
  const time = new Date(START + number * 1_000).toISOString();
  return `${JSON.stringify({ level: 30, time, msg: 'Retry scheduled', count: number, ...more })}\n`;
}

const file = (number: number) => join(folder, number === 0 ? 'tillmate.log' : `tillmate.${number}.log`);

function write(number: number, ...lines: readonly string[]): void {
  writeFileSync(file(number), lines.join(''));
}

async function all(wanted: LinesWanted = {}, limit = 200): Promise<readonly string[]> {
  const found: string[] = [];
  let after: LogPlace | undefined;
  do {
    const page = await findLines(folder, wanted, after, limit);
    found.push(...page.rows.map(({ fields }) => `line ${fields['count']}`));
    after = page.next;
  } while (after !== undefined);
  return found;
}

test('pages from newest to oldest line without gaps', async () => {
  write(1, line(1), line(2), line(3));
  write(0, line(4), line(5));
  const newestFirst = ['line 5', 'line 4', 'line 3', 'line 2', 'line 1'];
  expect(await all()).toEqual(newestFirst);
  expect(await all({}, 1)).toEqual(newestFirst);
  expect(await all({}, 2)).toEqual(newestFirst);
});

test('finds lines written by the log', async () => {
  const log = createLog(fileSink(folder));
  log.warn('Response received', { saleId: 's1', traceId: 't1', ms: 812 });
  log.close();
  const { rows } = await findLines(folder, {}, undefined, 10);
  expect(rows).toMatchObject([
    { level: 'warn', message: 'Response received', fields: { saleId: 's1', traceId: 't1', ms: 812 } },
  ]);
});

test.each([
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'trace-3f1d2c4b-1111-4222-8333-444455556666',
  '4BF92F3577B34DA6A3CE929D0E0E4736',
])('keeps and finds a trace id as long as a key: %s', async (traceId) => {
  const log = createLog(fileSink(folder));
  log.warn('Retry scheduled', { traceId });
  log.close();
  expect((await findLines(folder, { id: traceId }, undefined, 5)).rows).toMatchObject([{ fields: { traceId } }]);
  expect((await findLines(folder, { id: traceId.toLowerCase() }, undefined, 5)).rows).toHaveLength(1);
});

test('finds lines by level, text, time and id', async () => {
  write(
    0,
    line(1, { level: 40, reason: 'theProxy' }),
    line(2, { traceId: '0af7651916cd43dd8448eb211c80319c' }),
    line(3, { level: 50, paymentId: 'fccd268a29a0d347301ef56e' }),
  );
  expect(await all({ levels: ['warn', 'error'] })).toEqual(['line 3', 'line 1']);
  expect(await all({ text: 'PROXY' })).toEqual(['line 1']);
  expect(await all({ id: '0af7651916cd43dd8448eb211c80319c' })).toEqual(['line 2']);
  expect(await all({ id: '0AF7651916CD43DD8448EB211C80319C' })).toEqual(['line 2']);
  expect(await all({ id: 'fccd268a' })).toEqual(['line 3']);
  expect(await all({ from: START + 2_000, before: START + 3_000 })).toEqual(['line 2']);
  expect(await all({ id: 'none of these' })).toEqual([]);
});

test('marks a broken line without hiding other lines', async () => {
  const whole = line(2);
  write(0, line(1), whole.slice(0, 30), '\n', 'not JSON\n', '\u0000\u0000\u0000\n', '{"level":7,"msg":1}\n', line(3));
  const { rows } = await findLines(folder, {}, undefined, 20);
  expect(rows.map(({ level }) => level)).toEqual(['info', 'broken', 'broken', 'broken', 'broken', 'info']);
  expect(rows[3]?.message).toMatch(/^#[0-9a-f]{8}\+8$/);
});

test('shows the beginning of a very long line', async () => {
  write(0, line(1), `{"level":30,"msg":"${'x'.repeat(3 << 20)}"}\n`, line(2));
  const { rows } = await findLines(folder, {}, undefined, 20);
  expect(rows.map(({ level, message }) => [level, message.length < 400])).toEqual([
    ['info', true],
    ['broken', true],
    ['info', true],
  ]);
});

test('a page reads a limited amount and can continue', async () => {
  write(0, ...Array.from({ length: 60_000 }, (_, number) => line(number, { saleId: `sale-${number}` })));
  const page = await findLines(folder, { text: 'line 17' }, undefined, 20);
  expect(page.rows).toEqual([]);
  expect(page.next).toBeDefined();
  expect(await all({ id: 'sale-17' }, 200)).toHaveLength(1_111);
});

test('a rotation between pages loses and repeats no line', async () => {
  write(0, line(1), line(2), line(3), line(4));
  const first = await findLines(folder, {}, undefined, 2);
  renameSync(file(0), file(1));
  write(0, line(5));
  const second = await findLines(folder, {}, first.next, 10);
  expect([...first.rows, ...second.rows].map(({ fields }) => `line ${fields['count']}`)).toEqual([
    'line 4',
    'line 3',
    'line 2',
    'line 1',
  ]);
});

test('a removed file ends the list, a truncated file continues', async () => {
  write(1, line(1), line(2));
  write(0, line(3), line(4));
  const first = await findLines(folder, {}, undefined, 3);
  rmSync(file(1));
  expect(await findLines(folder, {}, first.next, 10)).toEqual({ rows: [], next: undefined });
  const again = await findLines(folder, {}, undefined, 1);
  truncateSync(file(0), Buffer.byteLength(line(3)));
  const rest = await findLines(folder, {}, again.next, 10);
  expect(rest.rows.map(({ fields }) => `line ${fields['count']}`)).toEqual(['line 3']);
});

test('new lines do not move earlier lines', async () => {
  write(0, line(1), line(2));
  const before = await findLines(folder, {}, undefined, 10);
  appendFileSync(file(0), line(3));
  const after = await findLines(folder, {}, undefined, 10);
  expect(after.rows.slice(1)).toEqual(before.rows);
});

test('a missing or empty log has no lines', async () => {
  expect(await all()).toEqual([]);
  write(0);
  mkdirSync(file(1));
  expect(await all()).toEqual([]);
  expect(await findLines(join(folder, 'none'), {}, undefined, 5)).toEqual({ rows: [], next: undefined });
});

test('redacts manually added lines and drops unknown fields', async () => {
  write(
    0,
    line(1, { reason: 'Bearer hunter2', apiKey: 'hunter2', iban: 'BE71096123456769' }),
    '"pin":"4711", BE71 0961 2345 6769\n',
  );
  const text = JSON.stringify((await findLines(folder, {}, undefined, 10)).rows);
  for (const secret of ['hunter2', '4711', '09612345', '0961 2345']) expect(text).not.toContain(secret);
});

const DAY = 24 * 60 * 60_000;
const saleId = '00000000-0000-4000-8000-000000000001';
const paymentId = 'fccd268a29a0d347301ef56e';
const ids = { saleId, paymentId, all: [saleId, '2026', paymentId, 'trace-1'] };

let labels: readonly string[] = [];
function tell(...lines: readonly (readonly [at: number, msg: string, fields?: object])[]): void {
  labels = lines.map(([, label]) => label);
  const texts = lines.map(([at, , fields], count) => {
    const line = { level: 30, time: new Date(at).toISOString(), msg: 'Retry scheduled', count, ...fields };
    return `${JSON.stringify(line)}\n`;
  });
  writeFileSync(join(folder, 'tillmate.log'), texts.join(''));
}

const about = async (from = START) =>
  (await linesAbout(folder, ids, from)).lines.map(({ fields }) => labels[Number(fields['count'])]);

test('only lines that name the payment are about the payment', async () => {
  const other = { saleId: '00000000-0000-4000-8000-000000000002', paymentId: 'a'.repeat(24) };
  tell(
    [START, 'of another', { ...other, stage: 'paid' }],
    [START, 'of 2026', { ...other, ms: 2026 }],
    [START, 'of a word', { ...other, reason: '2026' }],
    [START, 'of another that has the reference', { ...other, reference: '2026' }],
    [START, 'of another payment that has it', { paymentId: other.paymentId, reference: '2026' }],
    [START, 'a part of a reference', { reference: '20260' }],
    [START, 'by reference', { reference: '2026' }],
    [START, 'by trace', { traceId: 'trace-1' }],
    [START, 'by payment', { paymentId }],
    [START, 'by sale, with what was answered', { saleId, paymentId: other.paymentId }],
  );
  expect(await about()).toEqual(['by reference', 'by trace', 'by payment', 'by sale, with what was answered']);
});

test('finds lines after the clock was set back', async () => {
  tell(
    [START - 10 * DAY, 'long before', { saleId: 'x' }],
    [START, 'about it', { saleId }],
    [START - 4_000 * DAY, 'about it after the clock was set', { saleId }],
    [START - 4_000 * DAY, 'perhaps of another', { reference: '2026' }],
    [START - 4_000 * DAY, 'of another', { saleId: 'x' }],
    [START - 4_000 * DAY, 'the last of it', { saleId }],
  );
  expect(await about()).toEqual(['about it', 'about it after the clock was set', 'the last of it']);
});
