import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import type { TillError } from '../../main/base/till-error.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { logParts, type WritePart } from '../../main/support/pack/pack-parts.ts';
import { createSupportPack, type SupportPackParts } from '../../main/support/pack/support-pack.ts';
import type { CheckReport } from '../../preload/contract/checks.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { filesOfZip } from '../export/read-zip.ts';

beforeEach(() => {
  mkdirSync(join(folder, 'logs'));
});

const clock = new VirtualClock();
const report: CheckReport = {
  at: clock.now(),
  version: '1.2.3',
  checks: [{ id: 'dns', state: 'failed', finding: 'network.dns', ms: 3, values: { host: 'pay.example' } }],
};
const file = {
  terminalId: '00000000-0000-4000-8000-000000000001',
  seal: { fields: { mode: 'hmac' } },
  settings: { service: { baseUrl: 'https://pay.example/v3?token=hunter2' }, sale: { description: 'for Zoë' } },
};

function pack(more: Partial<SupportPackParts> = {}) {
  return createSupportPack({
    clock,
    random: systemRandom,
    folder: join(folder, 'support-pack'),
    logFolder: join(folder, 'logs'),
    disk: systemDisk,
    version: '1.2.3',
    file: () => file,
    journal: () => undefined,
    ...more,
  });
}

function journalWith(sales: number): string {
  const path = join(folder, 'journal.sqlite');
  const terminal = { terminalId: 't', shopId: 's', posId: 'TILL42' };
  const journal = openJournal({ file: path, disk: systemDisk, clock, random: new SeededRandom(7), terminal });
  for (let number = 0; number < sales; number += 1)
    journal.record({
      type: 'sale.intent',
      saleId: `sale-${number}`,
      reference: `R${number}`,
      amount: 1_250,
      description: 'for Zoë Peeters',
      operation: 'static-qr',
      body: '{"amount":1250,"description":"for Zoë Peeters"}',
      by: { role: 'manager', id: 'p1', name: 'Zoë Peeters' },
      skewMs: 0,
    });
  journal.close();
  return path;
}

test('the zip holds exactly the listed and viewed parts', async () => {
  writeFileSync(
    join(folder, 'logs/tillmate.log'),
    '{"level":30,"time":"2026-11-22T08:00:00.000Z","msg":"Retry scheduled"}\n',
  );
  const packed = pack({
    journal: () => journalWith(3),
    checks: async () => report,
  });
  const { id, parts } = await packed.prepare();
  const inZip = filesOfZip(Buffer.from(await packed.zip(id)));
  expect([...inZip.keys()].sort()).toEqual(parts.map(({ name }) => name).sort());
  for (const { name, bytes } of parts) {
    expect(Buffer.byteLength(inZip.get(name) ?? '')).toBe(bytes);
    expect((await packed.look(id, name, 0)).text).toBe(inZip.get(name));
  }
  expect(inZip.get('contents.txt')).toContain('journal.jsonl');
  expect(inZip.get('checks.json')).toContain('The name pay.example cannot be found.');
});

test('settings and journal are redacted, but keep amounts and references', async () => {
  const packed = pack({ journal: () => journalWith(2) });
  const { id } = await packed.prepare();
  const inZip = filesOfZip(Buffer.from(await packed.zip(id)));
  const all = [...inZip.values()].join('\n');
  for (const secret of ['Zoë', 'Peeters', 'hunter2', 'hmac']) expect(all).not.toContain(secret);
  const events = (inZip.get('journal.jsonl') ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.filter(({ type }) => type === 'sale.intent')).toMatchObject([
    { reference: 'R0', amount: 1_250, description: '…', by: { role: 'manager', name: '…' } },
    { reference: 'R1' },
  ]);
  expect(JSON.parse(inZip.get('settings.json') ?? '')).toMatchObject({
    settings: { service: { baseUrl: 'https://pay.example/v3…' } },
  });
});

test('keeps the newest log lines and mentions older ones', async () => {
  const line = (number: number) =>
    `${JSON.stringify({ level: 30, time: '2026-11-22T08:00:00.000Z', msg: 'Retry scheduled', count: number, saleId: 'x-'.repeat(100), refundKey: 'x-'.repeat(100), about: 'x-'.repeat(100), reference: 'x-'.repeat(100) })}\n`;
  const lines = Array.from({ length: 15_000 }, (_, number) => line(number));
  writeFileSync(join(folder, 'logs/tillmate.1.log'), line(-1));
  writeFileSync(join(folder, 'logs/tillmate.log'), lines.join(''));
  const packed = pack();
  const { id, parts } = await packed.prepare();
  expect(parts.filter(({ name }) => name.startsWith('logs/')).map(({ name, lacks }) => [name, lacks?.why])).toEqual([
    ['logs/tillmate.log', 'older'],
    ['logs/tillmate.1.log', 'older'],
  ]);
  const text = readFileSync(join(folder, 'support-pack/logs/tillmate.log'), 'utf8');
  expect(text).toContain('"count":14999');
  expect(text).not.toContain('"count":1}');
  expect((await packed.look(id, 'contents.txt', 0)).text).toMatch(/INCOMPLETE: the oldest part did not fit/);
});

test('stops reading the log when the pack is dropped', async () => {
  writeFileSync(join(folder, 'logs/tillmate.log'), '{"level":30,"msg":"Retry scheduled"}\n'.repeat(100));
  const written: string[] = [];
  const write: WritePart = async (name) => {
    written.push(name);
    return { lines: 0, bytes: 0, full: false };
  };
  const letGoOf = AbortSignal.abort(new Error('let go of'));
  await expect(logParts(write, join(folder, 'logs'), letGoOf)).rejects.toThrow('let go of');
  expect(written).toEqual([]);
});

test('reports unreadable parts and packs the rest', async () => {
  writeFileSync(join(folder, 'broken.sqlite'), 'no database at all'.repeat(400));
  const packed = pack({
    journal: () => join(folder, 'broken.sqlite'),
    checks: () => Promise.reject(new Error('no network')),
  });
  const { parts } = await packed.prepare();
  const lacks = new Map(parts.map((part) => [part.name, part.lacks]));
  expect(lacks.get('journal.jsonl')).toMatchObject({ why: 'failed', code: expect.stringMatching(/^journal\./) });
  expect(lacks.get('checks.json')).toEqual({ why: 'failed', code: 'internal' });
  expect(lacks.get('versions.json')).toBeUndefined();
});

test('shows a part in pieces of whole lines', async () => {
  const packed = pack({ journal: () => journalWith(400) });
  const { id, parts } = await packed.prepare();
  const whole = readFileSync(join(folder, 'support-pack/journal.jsonl'), 'utf8');
  let text = '';
  let pieces = 0;
  for (let next: number | undefined = 0; next !== undefined; pieces += 1) {
    const piece = await packed.look(id, 'journal.jsonl', next);
    expect(piece.text.endsWith('\n')).toBe(true);
    text += piece.text;
    next = piece.next;
  }
  expect(text).toBe(whole);
  expect(pieces).toBeGreaterThan(1);
  expect(parts.find(({ name }) => name === 'journal.jsonl')?.bytes).toBe(Buffer.byteLength(whole));
});

test('removes earlier leftovers and reports an unusable folder', async () => {
  mkdirSync(join(folder, 'support-pack'));
  writeFileSync(join(folder, 'support-pack/left'), 'x');
  const packed = pack();
  const { parts } = await packed.prepare();
  expect(parts.map(({ name }) => name)).not.toContain('left');
  writeFileSync(join(folder, 'a-file'), '');
  await expect(pack({ folder: join(folder, 'a-file', 'pack') }).prepare()).rejects.toMatchObject({ code: 'pack.disk' });
});

test('refuses a second pack at the same time', async () => {
  const packed = pack({ journal: () => journalWith(50) });
  const [first, second] = await Promise.allSettled([packed.prepare(), packed.prepare()]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'pack.busy' } });
});

test('dropping a pack in progress leaves no files', async () => {
  writeFileSync(join(folder, 'logs/tillmate.log'), '{"level":30,"msg":"Retry scheduled"}\n');
  const begun = Promise.withResolvers<void>();
  const packed = pack({
    checks: (signal) => {
      begun.resolve();
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(report)));
    },
  });
  const first = packed.prepare();
  const refused = expect(first).rejects.toMatchObject({ code: 'pack.gone' });
  await begun.promise;
  await packed.drop();
  await refused;
  expect(existsSync(join(folder, 'support-pack'))).toBe(false);
});

test('reopening waits until the dropped pack has ended', async () => {
  const begun = Promise.withResolvers<void>();
  const checked = Promise.withResolvers<CheckReport>();
  const packed = pack({
    checks: () => {
      begun.resolve();
      return checked.promise;
    },
  });
  const first = packed.prepare().catch(({ code }: TillError) => code);
  await begun.promise;
  const dropped = packed.drop();
  const again = packed.prepare();
  checked.resolve(report);
  const second = await again;
  await dropped;
  expect(await first).toBe('pack.gone');
  for (const { name, bytes } of second.parts)
    if (bytes > 0) expect((await packed.look(second.id, name, 0)).text).not.toBe('');
  expect(second.parts.find(({ name }) => name === 'settings.json')?.bytes).toBeGreaterThan(0);
});
