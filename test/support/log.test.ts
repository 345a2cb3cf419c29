import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { LogFields } from '../../main/base/log.ts';
import { TillError } from '../../main/base/till-error.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { allowed, createLog, type LevelledLog, openLog, surviveUncaughtErrors } from '../../main/support/log.ts';
import { folder } from '../base/test-folder.ts';

function logged(write: (log: LevelledLog) => void): string {
  const lines: string[] = [];
  write(createLog({ write: (line) => void lines.push(line), close: () => undefined }));
  return lines.join('');
}

const fieldsOf = (fields: LogFields) => JSON.parse(logged((log) => log.warn('Retry scheduled', fields)));

const HASHED = /^#[0-9a-f]{8}\+\d+$/;

test('writes ids and measures as fields', () => {
  const line = fieldsOf({ saleId: 's1', traceId: 't1', ms: 812 });
  expect(line).toMatchObject({ msg: 'Retry scheduled', saleId: 's1', traceId: 't1', ms: 812 });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('drops fields outside the allow list', () => {
  const fields: LogFields & { readonly apiKey: string } = { saleId: 's1', apiKey: 'hunter2' };
  expect(fieldsOf(fields)).toMatchObject({ saleId: 's1' });
  expect(fieldsOf(fields)).not.toHaveProperty('apiKey');
});

test("describes an error by its code and the answer's ids", () => {
  const error = new TillError('auth.key', 'the shop is called Zoë', {
    status: 401,
    serviceCode: 'NO_KEY',
    traceId: 't1',
  });
  const line = logged((log) => log.warn(error, { operation: 'readPayment' }));
  expect(JSON.parse(line)).toMatchObject({ code: 'auth.key', status: 401, serviceCode: 'NO_KEY', traceId: 't1' });
  expect(line).not.toContain('Zoë');
});

test('hashes foreign texts, equal texts equally', () => {
  const secret = 'Wilhelmina hunter2 BE71 0961 2345 6769';
  const { raw, name, thrown } = fieldsOf({ raw: secret, name: secret, thrown: secret });
  expect([raw, name, thrown]).toEqual(Array(3).fill(expect.stringMatching(HASHED)));
  expect(raw).toBe(name);
  expect(raw).toMatch(/[+]38$/);
});

test.each(['grace.page', 'internal < grace.page', 'ZodError grace.page:young'])(
  'hashes a thrown text that resembles a logged error: %s',
  (text) => {
    expect(fieldsOf({ thrown: text }).thrown).toMatch(HASHED);
    expect(logged((log) => log.warn(new TillError('internal', 'x', { cause: text })))).not.toContain('grace');
  },
);

test.each<readonly [string, LogFields, string]>([
  ['a text', { paymentId: 'Grace Page' }, 'paymentId'],
  ['a private key', { kid: makeSigningKey('k1').d }, 'kid'],
  ['a key in hex', { traceId: 'a1'.repeat(32) }, 'traceId'],
  ['a key after a word', { traceId: `trace-${makeSigningKey('k1').d}` }, 'traceId'],
  ['an account number', { reference: 'BE71096123456769' }, 'reference'],
  ['an account number in pieces', { reference: 'be71.0961.2345.6769' }, 'reference'],
  ['a text as a code of the service', { serviceCode: 'Debtor Page is blocked' }, 'serviceCode'],
  ['an API key as a state', { status: 'TK_LIVE_9FXQ27' }, 'status'],
  ['a key in the place of a word', { reason: 'hunter2' }, 'reason'],
])('hashes %s in place of an id or word', (_what, fields, name) => {
  expect(fieldsOf(fields)[name]).toMatch(HASHED);
});

test('logs only scheme and host of an address', () => {
  const url = 'https://till:hunter2@keys.test:8443/shop/Page?token=hunter2#x';
  expect(fieldsOf({ url, host: '192.0.2.1' })).toMatchObject({ url: 'https://keys.test:8443', host: '192.0.2.1' });
});

test('describes a library error by kind, code, place and causes', () => {
  const cause = Object.assign(new Error('open /home/alice/terminal.json'), { code: 'ENOSPC' });
  const error = new TypeError('hunter2\n    at hunter2 (hunter2.js:1:1)', { cause });
  const { thrown } = fieldsOf({ thrown: error });
  expect(thrown).toMatch(
    /^TypeError #[0-9a-f]{8}\+\d+ at log[.]test[.]ts:\d+:\d+.* < Error ENOSPC #[0-9a-f]{8}\+30 at /,
  );
  expect(thrown).not.toMatch(/hunter2|alice/);
  // Reading and showing the field again must not change it.
  expect(allowed({ thrown })).toEqual({ thrown });
});

test('describes a schema fault by members and reasons', () => {
  const answer = z.object({ amount: z.int(), debtor: z.object({ name: z.string() }) });
  const { error } = answer.safeParse({ amount: 'Zoë', debtor: { name: 7 } });
  expect(fieldsOf({ thrown: error })).toMatchObject({
    thrown: 'ZodError amount:invalid_type debtor.name:invalid_type',
  });
});

test('an uncaught error quotes nothing', () => {
  const lines = logged((log) => {
    const running = new EventEmitter();
    surviveUncaughtErrors(running, log, () => undefined);
    running.emit('uncaughtException', new Error('Account BE71 0961 2345 6769', { cause: new Error('hunter2') }));
    running.emit('unhandledRejection', '471147');
  });
  expect(lines).toContain('"code":"internal"');
  expect(lines).not.toMatch(/0961|hunter2|471147/);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('writes a file in its folder', () => {
  const { log, unopened } = openLog(join(folder, 'logs'));
  log.info('Tillmate starts');
  log.close();
  expect(unopened).toBeUndefined();
  expect(readFileSync(join(folder, 'logs', 'tillmate.log'), 'utf8')).toContain('Tillmate starts');
});

test('falls back to the console when the file cannot open', () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue(undefined);
  writeFileSync(join(folder, 'logs'), 'in the way');
  const { log, unopened } = openLog(join(folder, 'logs'));
  log.info('Tillmate starts');
  expect(unopened).toBe(join(folder, 'logs'));
  expect(printed.mock.calls.flat().join()).toMatch(/Log file not opened.*Tillmate starts/s);
});

test('logs every uncaught error and notifies the cashier once', () => {
  const running = new EventEmitter();
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line), close: () => undefined });
  let told = 0;
  surviveUncaughtErrors(running, log, () => {
    told += 1;
  });
  running.emit('uncaughtException', new Error('in a timer'));
  running.emit('unhandledRejection', 'of a promise');
  expect(lines.map((line) => JSON.parse(line).code)).toEqual(['internal', 'internal']);
  expect(lines.join()).toMatch(/Error #[0-9a-f]{8}[+]10 at/);
  expect(told).toBe(1);
});
