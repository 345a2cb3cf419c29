import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import { RegisterFolder } from '../../main/register/folder/register-folder.ts';
import { silent } from '../sale/counter.ts';
import { CounterWithRegisters, wanted } from './counter-with-registers.ts';

const register = { id: 'folder', name: 'Register' };

let till: CounterWithRegisters;
let root: string;
let folder: string;
let watched: RegisterFolder | undefined;

beforeEach(() => {
  till = new CounterWithRegisters();
  root = mkdtempSync(join(tmpdir(), 'register-'));
  folder = join(root, 'share');
  mkdirSync(folder);
});

afterEach(async () => {
  await close();
  rmSync(root, { recursive: true });
});

/** The disk is real, and so is the clock of the looks at it; what a file is waited for goes by ten times as fast. */
const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() * 10 };

function watch(more: Partial<ConstructorParameters<typeof RegisterFolder>[0]> = {}): RegisterFolder {
  watched = new RegisterFolder({
    folder,
    oldestMs: 600_000,
    payments: till.payments,
    register,
    clock,
    log: silent,
    changed: () => undefined,
    ...more,
  });
  return watched;
}

async function close(): Promise<void> {
  const closing = watched?.close();
  watched = undefined;
  await till.counter.clock.advance(10);
  await closing;
}

function put(name: string, content: object | string): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  mkdirSync(join(folder, 'in'), { recursive: true });
  writeFileSync(join(folder, 'in', `${name}.tmp`), text);
  renameSync(join(folder, 'in', `${name}.tmp`), join(folder, 'in', name));
}

function out(name: string): Record<string, unknown> | undefined {
  const path = join(folder, 'out', name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function left(): readonly string[] {
  const names = [join(folder, 'in'), join(folder, 'in', 'taken')].flatMap((path) =>
    existsSync(path) ? readdirSync(path) : [],
  );
  return names.filter((name) => name.includes('.'));
}

/** The till goes on as well. */
async function told(name: string, like: object): Promise<void> {
  const now = async () => {
    await till.counter.clock.advance(1);
    return out(name);
  };
  await expect.poll(now, { timeout: 5_000 }).toMatchObject(like);
}

async function charged(key = 'A1', cents = 420): Promise<void> {
  put(`${key}.json`, wanted(cents));
  await told(`${key}.json`, { key, state: 'creating', amountCents: cents });
}

describe('a register that writes files', () => {
  test('charges, and its payment is written anew with each change', async () => {
    watch();
    await charged();
    await expect.poll(left).toEqual([]);
    await till.counter.clock.advance(100);
    await told('A1.json', { state: 'waiting' });
    await till.pay();
    await told('A1.json', { state: 'paid', final: true });
  });

  test('charges nothing twice, whatever ends the till before the wish is removed', async () => {
    watch();
    await charged();
    await close();
    writeFileSync(join(folder, 'in', 'taken', 'A1.json'), JSON.stringify(wanted(420)));
    await till.dieAndStart();
    await till.pay();
    watch();
    await told('A1.json', { state: 'paid' });
    await expect.poll(left).toEqual([]);
    expect(till.open.sales.recent(10)).toHaveLength(1);
  });

  test('cancels', async () => {
    watch();
    await charged();
    await till.counter.clock.advance(100);
    put('A1.cancel.json', {});
    await expect.poll(left, { timeout: 5_000 }).toEqual([]);
    await till.counter.clock.advance(3_000);
    await told('A1.json', { state: 'cancelled' });
  });

  test('refunds within its limit, and is told above it', async () => {
    watch();
    await charged('A1', 9_000);
    await till.pay();
    put('A1.refund.R1.json', { amountCents: 6_000 });
    await told('A1.refund.R1.problem.json', { problem: { code: 'register.refund-limit' } });
    put('A1.refund.R2.json', { amountCents: 500 });
    await told('A1.json', { refunds: [{ refundKey: 'R2', amountCents: 500 }] });
  });

  test('asks how the till is', async () => {
    watch();
    put('status.json', {});
    await told('status.json', { ready: true, posId: 'TILL42' });
  });

  test('is told why a wish is refused, and the others go on', async () => {
    watch();
    await charged();
    put('A1.json', wanted(999));
    put('B1.json', wanted(500));
    put('C1.cancel.json', {});
    await told('A1.problem.json', { problem: { code: 'register.other-body' } });
    await told('B1.problem.json', { problem: { code: 'register.busy' } });
    await told('C1.cancel.problem.json', { problem: { code: 'register.unknown-key' } });
    expect(out('A1.json')).toMatchObject({ amountCents: 420 });
    await expect
      .poll(() => readdirSync(join(folder, 'in', 'refused')).sort())
      .toEqual(['A1.json', 'B1.json', 'C1.cancel.json']);
  });

  test('is told of a payment that it was not told of while the till was away', async () => {
    watch();
    await charged();
    await close();
    rmSync(join(folder, 'out', 'A1.json'));
    await till.counter.clock.advance(100);
    await till.pay();
    watch();
    await told('A1.json', { state: 'paid' });
  });

  test('is told why while no till is open', async () => {
    till.changing = new TillError('settings.changing', 'The till is being changed', { retryable: true });
    watch();
    put('A1.json', wanted(420));
    await told('A1.problem.json', { problem: { code: 'settings.changing' } });
  });
});

describe('a file that is no wish', () => {
  test.each<[string, string, () => void]>([
    ['of nonsense', 'A1.json', () => put('A1.json', '{')],
    ['of another shape', 'A1.json', () => put('A1.json', { amountCents: 420, currency: 'USD' })],
    ['with more than a wish has', 'A1.json', () => put('A1.json', { ...wanted(420), done: true })],
    ['that is too large', 'A1.json', () => put('A1.json', { ...wanted(420), description: 'x'.repeat(20_000) })],
    ['of another name', 'A 1.json', () => put('A 1.json', wanted(420))],
    ['of another wish', 'A1.pay.json', () => put('A1.pay.json', wanted(420))],
    [
      'that is a link',
      'A1.json',
      () => {
        writeFileSync(join(root, 'other.json'), JSON.stringify(wanted(420)));
        mkdirSync(join(folder, 'in'));
        symlinkSync(join(root, 'other.json'), join(folder, 'in', 'A1.json'));
      },
    ],
    ['that is a folder', 'A1.json', () => mkdirSync(join(folder, 'in', 'A1.json'), { recursive: true })],
  ])('%s is set aside with a reason, and charges nothing', async (_what, name, make) => {
    make();
    watch();
    await told(name.replace(/json$/, 'problem.json'), { problem: { code: 'register.request' } });
    await expect.poll(left).toEqual([]);
    expect(till.open.sales.current()).toBeNull();
  });

  test('is waited for while it is still being written, and not for ever where its time is in the future', async () => {
    const text = JSON.stringify(wanted(420));
    mkdirSync(join(folder, 'in'));
    const writing = openSync(join(folder, 'in', 'A1.json'), 'wx');
    writeSync(writing, text.slice(0, 20));
    watch();
    await expect.poll(left).toEqual(['A1.json']);
    writeSync(writing, text.slice(20));
    closeSync(writing);
    await told('A1.json', { state: 'creating' });
    writeFileSync(join(folder, 'in', 'A2.json'), '{');
    const ahead = new Date(Date.now() + 3_600_000);
    utimesSync(join(folder, 'in', 'A2.json'), ahead, ahead);
    await told('A2.problem.json', { problem: { code: 'register.request' } });
  });
});

describe('a folder', () => {
  test('that is not there is told of, is not made, and is used once it is there', async () => {
    rmSync(folder, { recursive: true });
    const { error } = watch();
    expect(error).toBeUndefined();
    await expect.poll(() => watched?.error?.code).toBe('register.folder');
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
    put('A1.json', wanted(420));
    await told('A1.json', { state: 'creating' });
    expect(watched?.error).toBeUndefined();
  });

  test('loses what nobody took for a week', async () => {
    mkdirSync(join(folder, 'out'));
    for (const name of ['old.json', 'new.json']) writeFileSync(join(folder, 'out', name), '{}');
    const long = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
    utimesSync(join(folder, 'out', 'old.json'), long, long);
    watch();
    await expect.poll(() => readdirSync(join(folder, 'out'))).toEqual(['new.json']);
  });
});
