import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import * as disk from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import { notOnWindows } from '../base/only-where.ts';
import { wanted } from './counter-with-registers.ts';
import { WatchedFolder } from './watched-folder.ts';

let share: WatchedFolder;

beforeEach(() => {
  share = new WatchedFolder();
});

afterEach(() => share.end());

describe('a register that writes files', () => {
  test('charges, and gets the payment after each change', async () => {
    share.watch();
    await share.charged();
    await expect.poll(share.left).toEqual([]);
    await share.till.counter.clock.advance(100);
    await share.told('A1.json', { state: 'waiting' });
    await share.till.pay();
    await share.told('A1.json', { state: 'paid', final: true });
  });

  test('does not charge twice after a crash', async () => {
    share.watch();
    await share.charged();
    await share.close();
    writeFileSync(join(share.path, 'in', 'taken', 'A1.json'), JSON.stringify(wanted(420)));
    await share.till.dieAndStart();
    await share.till.pay();
    share.watch();
    await share.told('A1.json', { state: 'paid' });
    await expect.poll(share.left).toEqual([]);
    expect(share.till.open.sales.recent(10)).toHaveLength(1);
  });

  test('refunds within its limit and is refused above', async () => {
    share.watch();
    await share.charged('A1', 9_000);
    await share.till.pay();
    share.put('A1.refund.R1.json', { amountCents: 6_000 });
    await share.told('A1.refund.R1.problem.json', { problem: { code: 'register.refund-limit' } });
    share.put('A1.refund.R2.json', { amountCents: 500 });
    await share.told('A1.json', { refunds: [{ refundKey: 'R2', amountCents: 500 }] });
  });

  test('gets the reason for a refusal without delaying other requests', async () => {
    share.watch();
    await share.charged();
    share.put('A1.json', wanted(999));
    share.put('B1.json', wanted(500));
    share.put('C1.cancel.json', {});
    await share.told('A1.problem.json', { problem: { code: 'register.other-body' }, payment: { amountCents: 420 } });
    await share.told('B1.problem.json', { problem: { code: 'register.busy' } });
    await share.told('C1.cancel.problem.json', { problem: { code: 'register.unknown-key' } });
    await expect
      .poll(() => readdirSync(join(share.path, 'in', 'refused')).sort())
      .toEqual(['A1.json', 'B1.json', 'C1.cancel.json']);
  });

  test("gets a payment's result after the till was down", async () => {
    share.watch();
    await share.charged();
    await share.close();
    rmSync(join(share.path, 'out', 'A1.json'));
    await share.till.counter.clock.advance(100);
    await share.till.pay();
    share.watch();
    await share.told('A1.json', { state: 'paid' });
  });

  test('gets a problem file while no till is open', async () => {
    share.till.changing = new TillError('settings.changing', 'Settings change in progress', { retryable: true });
    share.watch();
    share.put('A1.json', wanted(420));
    await share.told('A1.problem.json', { problem: { code: 'settings.changing' } });
  });
});

describe('a refused request', () => {
  test.each<[string, string, object | string, string]>([
    ['no JSON', 'A1.json', '{"amountCents": 420,}', 'Invalid JSON from line 1, column 21 on'],
    ['another currency', 'A1.json', { amountCents: 420, currency: 'USD' }, 'currency: '],
    ['an amount as text', 'A1.json', { amountCents: '420', currency: 'EUR' }, 'amountCents: '],
    ['an unknown field', 'A1.json', { ...wanted(420), done: true }, 'Unrecognized key: "done"'],
    ['a large file', 'A1.json', { ...wanted(420), description: 'x'.repeat(20_000) }, 'larger than 16384 bytes'],
    ['a bad refund', 'A1.refund.R1.json', { amountCents: 0 }, 'amountCents: '],
  ])('names the field or the rule: %s', async (_reason, name, content, message) => {
    share.put(name, content);
    share.watch();
    const problem = { code: 'register.request', message: expect.stringContaining(message) };
    await share.told(name.replace(/json$/, 'problem.json'), { problem });
    await expect.poll(share.left).toEqual([]);
    expect(share.names('in', 'refused')).toEqual([name]);
    expect(share.till.open.sales.current()).toBeNull();
  });

  test.each([
    ['a blank', 'A 1.json'],
    ['an umlaut', 'Tür-1.JSON'],
    ['an unknown request', 'A1.pay.json'],
    ['a long key', `${'9'.repeat(65)}.json`],
    ['a device of Windows', 'COM1.json'],
  ])('gets an answer for an invalid file name: %s', async (_reason, name) => {
    share.put(name, wanted(420));
    share.watch();
    await expect
      .poll(() => share.names('out'))
      .toEqual([expect.stringMatching(/^bad-name\.[\da-f]{8}\.problem\.json$/)]);
    const message = expect.stringContaining(`"${name}"`);
    await share.told(share.names('out')[0] ?? '', { problem: { code: 'register.request', message } });
    expect(share.left()).toEqual([]);
  });

  test('leaves drafts alone', async () => {
    for (const name of ['.A1.json', '~A2.json', 'A3.json.bak', 'A4.txt']) share.put(name, wanted(420));
    share.watch();
    await share.charged('A5');
    expect(share.left().toSorted()).toEqual(['.A1.json', 'A3.json.bak', 'A4.txt', '~A2.json']);
  });

  test.each<[string, () => void]>([
    ['a link', () => symlinkSync(join(share.root, 'other.json'), join(share.path, 'in', 'A1.json'))],
    ['a folder', () => mkdirSync(join(share.path, 'in', 'A1.json'))],
  ])('leaves links and folders in place: %s', async (_reason, make) => {
    writeFileSync(join(share.root, 'other.json'), JSON.stringify(wanted(420)));
    mkdirSync(join(share.path, 'in'));
    make();
    share.watch();
    await share.told('A1.problem.json', { problem: { code: 'register.request' } });
    rmSync(join(share.path, 'out', 'A1.problem.json'));
    await share.charged('A2');
    expect(share.names('out')).toEqual(['A2.json']);
    expect(share.left()).toEqual(['A1.json']);
  });
});

describe('a request', () => {
  const text = JSON.stringify(wanted(420, { reference: 'Tür 7' }));
  const bigEndian = (marked: string) => Buffer.from(marked, 'utf16le').swap16();
  test.each<[string, Buffer]>([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16, big-endian', bigEndian(`\uFEFF${text}`)],
    ['UTF-16, big-endian, without a mark', bigEndian(text)],
  ])('is read as %s', async (_encoding, bytes) => {
    share.watch();
    share.put('A1.json', bytes);
    await share.told('A1.json', { amountCents: 420, reference: 'Tür 7' });
  });

  test('may have a name in capitals', async () => {
    share.watch();
    share.put('A1.JSON', wanted(420));
    await share.told('A1.json', { key: 'A1' });
    share.put('A1.CANCEL.JSON', {});
    share.put('STATUS.JSON', {});
    await share.told('status.json', { posId: 'TILL42' });
    await share.till.counter.clock.advance(3_000);
    await share.told('A1.json', { state: 'cancelled' });
  });

  test('cancels a charge found in the same look', async () => {
    share.put('A1.cancel.json', {});
    share.put('A1.json', wanted(420));
    share.watch();
    await share.told('A1.json', { key: 'A1' });
    await expect.poll(share.left).toEqual([]);
    await share.till.counter.clock.advance(3_000);
    await share.told('A1.json', { state: 'cancelled' });
  });

  test('cancels a charge found later', async () => {
    // Uses the real clock: a busy machine may not find the charge within a tenth of the time.
    share.watch({ clock: systemClock });
    share.put('A1.cancel.json', {});
    await expect.poll(() => share.names('in', 'taken')).toEqual(['A1.cancel.json']);
    share.put('A1.json', wanted(420));
    await share.told('A1.json', { key: 'A1' });
    await expect.poll(share.left).toEqual([]);
    await share.till.counter.clock.advance(3_000);
    await share.told('A1.json', { state: 'cancelled' });
  });

  test('is refused when too old, except a cancel', async () => {
    const old = (name: string) => {
      const path = join(share.path, 'in', `${name}.json`);
      const time = new Date(Date.now() - 11 * 60_000);
      writeFileSync(path, JSON.stringify(name.includes('refund') ? { amountCents: 100 } : wanted(420)));
      utimesSync(path, time, time);
    };
    share.watch();
    await share.charged('A1');
    await share.till.pay();
    for (const name of ['A1', 'A2', 'A1.refund.R1']) old(name);
    await share.told('A2.problem.json', { problem: { code: 'register.too-old' } });
    await share.told('A1.refund.R1.problem.json', { problem: { code: 'register.too-old' } });
    await share.told('A1.json', { state: 'paid' });
    await share.charged('A3');
    old('A3.cancel');
    await expect.poll(share.left).toEqual([]);
    await share.till.counter.clock.advance(3_000);
    await share.told('A3.json', { state: 'cancelled' });
    expect(share.names('in', 'taken')).toEqual([]);
  });
});

describe('the answers of a key', () => {
  test('hold a later charge instead of the refusal', async () => {
    share.watch();
    await share.charged('A1');
    share.put('B1.json', wanted(500));
    await share.told('B1.problem.json', { problem: { code: 'register.busy' } });
    await share.till.pay();
    share.put('B1.json', wanted(500));
    await share.told('B1.json', { state: 'creating' });
    expect(share.names('out').toSorted()).toEqual(['A1.json', 'B1.json']);
  });

  test('hold a refusal together with the payment', async () => {
    share.watch();
    await share.charged('A1');
    await share.till.pay();
    await share.told('A1.json', { state: 'paid' });
    share.put('A1.json', wanted(999));
    await share.told('A1.problem.json', { problem: { code: 'register.other-body' }, payment: { state: 'paid' } });
    await expect.poll(() => share.names('out')).toEqual(['A1.problem.json']);
  });
});

describe('a fault of the disk', () => {
  const faultOf = (code: string) => Object.assign(new Error(`${code}: it is busy`), { code, syscall: 'test' });
  const methods = { open: disk.open, rename: disk.rename, unlink: disk.unlink };
  type Method = keyof typeof methods;
  const failing = (method: Method, code: string, times: number, on: (path: string) => boolean) => {
    let left = times;
    const act = methods[method] as (...given: readonly unknown[]) => Promise<unknown>;
    const guarded = async (...given: readonly unknown[]) => {
      if (!on(String(given[0])) || left === 0) return act(...given);
      left -= 1;
      throw faultOf(code);
    };
    return { ...disk, [method]: guarded };
  };

  test.each<[Method, string, string]>([
    ['open', 'EBUSY', 'A1.json'],
    ['open', 'EACCES', 'A1.json'],
    ['unlink', 'EBUSY', 'A1.json'],
    ['rename', 'EPERM', 'A1.json'],
    ['rename', 'ENOSPC', '.part'],
    ['open', 'ENOSPC', '.probe'],
  ])('is no refusal: %s, %s of %s', async (method, code, end) => {
    share.watch({ disk: failing(method, code, 3, (path) => path.endsWith(end)) });
    share.put('A1.json', wanted(420));
    await expect.poll(() => share.watched?.error?.code).toBe('register.folder');
    await share.told('A1.json', { state: 'creating' });
    await expect.poll(share.left).toEqual([]);
    await expect.poll(() => share.watched?.error).toBeUndefined();
    expect(share.names('out')).toEqual(['A1.json']);
    expect(share.names('in', 'refused')).toEqual([]);
    expect(share.till.open.sales.recent(10)).toHaveLength(1);
  });

  test('with a single file does not stop other files', async () => {
    share.watch({ disk: failing('rename', 'EPERM', -1, (path) => path.endsWith('A1.json')) });
    share.put('A1.json', wanted(420));
    await share.charged('B1');
    share.put('B1.cancel.json', {});
    await expect.poll(share.left).toEqual(['A1.json']);
    await share.till.counter.clock.advance(3_000);
    await share.told('B1.json', { state: 'cancelled' });
  });
});

describe('an incomplete request', () => {
  test('is read once complete, or refused after a while', async () => {
    const text = JSON.stringify(wanted(420));
    mkdirSync(join(share.path, 'in'));
    const writing = openSync(join(share.path, 'in', 'A1.json'), 'wx');
    writeSync(writing, text.slice(0, 20));
    share.watch();
    await expect.poll(share.left).toEqual(['A1.json']);
    writeSync(writing, text.slice(20));
    closeSync(writing);
    await share.told('A1.json', { state: 'creating' });
    writeFileSync(join(share.path, 'in', 'A2.json'), '{');
    const ahead = new Date(Date.now() + 3_600_000);
    utimesSync(join(share.path, 'in', 'A2.json'), ahead, ahead);
    await share.told('A2.problem.json', { problem: { code: 'register.request' } });
  });
});

describe('a folder', () => {
  test('is reported when missing, not created, and used later', async () => {
    rmSync(share.path, { recursive: true });
    const { error } = share.watch();
    expect(error).toBeUndefined();
    await expect.poll(() => share.watched?.error?.code).toBe('register.folder');
    expect(existsSync(share.path)).toBe(false);
    mkdirSync(share.path);
    share.put('A1.json', wanted(420));
    await share.told('A1.json', { state: 'creating' });
    await expect.poll(() => share.watched?.error).toBeUndefined();
  });

  test('removes its own old plain files', async () => {
    const long = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
    mkdirSync(join(share.path, 'out', 'folder.json'), { recursive: true });
    for (const name of ['old.json', 'old.problem.json', 'new.json', 'other.txt'])
      writeFileSync(join(share.path, 'out', name), '{}');
    for (const name of ['old.json', 'old.problem.json', 'other.txt', 'folder.json'])
      utimesSync(join(share.path, 'out', name), long, long);
    share.watch();
    await expect.poll(() => share.names('out').toSorted()).toEqual(['folder.json', 'new.json', 'other.txt']);
  });

  test('passes its permissions on to the answers', notOnWindows('Windows has no permission bits'), async () => {
    await disk.chmod(share.path, 0o770);
    share.watch();
    await share.charged();
    const modeOf = (...path: readonly string[]) => (statSync(join(share.path, ...path)).mode & 0o777).toString(8);
    expect([modeOf('out'), modeOf('in', 'refused'), modeOf('out', 'A1.json')]).toEqual(['770', '770', '660']);
  });
});
