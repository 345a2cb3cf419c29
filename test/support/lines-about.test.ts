import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linesAbout } from '../../main/support/diagnosis/lines-about.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-about-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const START = Date.parse('2026-11-22T08:00:00.000Z');
const DAY = 24 * 60 * 60_000;
const saleId = '00000000-0000-4000-8000-000000000001';
const paymentId = 'fccd268a29a0d347301ef56e';
const ids = { saleId, paymentId, all: [saleId, '2026', paymentId, 'trace-1'] };

let labels: readonly string[] = [];
function write(...lines: readonly (readonly [at: number, msg: string, fields?: object])[]): void {
  labels = lines.map(([, label]) => label);
  const texts = lines.map(([at, , fields], count) => {
    const line = { level: 30, time: new Date(at).toISOString(), msg: 'Trying again', count, ...fields };
    return `${JSON.stringify(line)}\n`;
  });
  writeFileSync(join(folder, 'tillmate.log'), texts.join(''));
}

const about = async (from = START) =>
  (await linesAbout(folder, ids, from)).lines.map(({ fields }) => labels[Number(fields['count'])]);

test('only lines that name the payment are about it: a reference may stand in a time, a number and a message', async () => {
  const other = { saleId: '00000000-0000-4000-8000-000000000002', paymentId: 'a'.repeat(24) };
  write(
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

test('lines are found although the clock was set back by years after them', async () => {
  write(
    [START - 10 * DAY, 'long before', { saleId: 'x' }],
    [START, 'about it', { saleId }],
    [START - 4_000 * DAY, 'about it after the clock was set', { saleId }],
    [START - 4_000 * DAY, 'perhaps of another', { reference: '2026' }],
    [START - 4_000 * DAY, 'of another', { saleId: 'x' }],
    [START - 4_000 * DAY, 'the last of it', { saleId }],
  );
  expect(await about()).toEqual(['about it', 'about it after the clock was set', 'the last of it']);
});
