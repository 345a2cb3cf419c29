import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { type Caller, checkedCall } from '../../main/shell/ipc-check.ts';
import type { Handlers } from '../../main/windows/ipc-handlers/handler.ts';
import { nothing } from '../../preload/contract/call.ts';
import { type CallName, calls } from '../../preload/contract/contract.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import type { Role } from '../../preload/contract/views.ts';
import fc from '../base/properties.ts';

const TILL: Caller = { window: 'till', mainFrame: true, url: 'app://tillmate/till/index.html' };
const DISPLAY: Caller = { window: 'display', mainFrame: true, url: 'app://tillmate/display/index.html' };
const saleId = '0b0e7a0e-6d0c-4f5e-9a50-3f6f2f0c8a11';

/** A call check in front of recording handlers. */
function checked(role: Role = 'manager', override: Partial<Handlers> = {}) {
  const ran: string[] = [];
  const reports: string[] = [];
  const named: unknown[] = [];
  const handlers = Object.fromEntries(
    Object.keys(calls).map((name) => [
      name,
      () => {
        ran.push(name);
        return name === 'sale.start' ? { saleId } : {};
      },
    ]),
  ) as unknown as Handlers;
  const parts = {
    handlers: { ...handlers, ...override },
    role: () => role,
    report: ({ code, call }: { readonly code: string; readonly call?: CallName | undefined }) => {
      reports.push(code);
      named.push(call);
    },
  };
  return {
    ran,
    reports,
    named,
    ask: (caller: Caller, name: unknown, ask: unknown) => checkedCall(parts, caller, name, ask),
  };
}

test('answers a valid call with its value', async () => {
  const { ask } = checked();
  expect(await ask(TILL, 'sale.start', { amount: 1250 })).toEqual({ ok: true, value: { saleId } });
});

test.each<[string, Caller]>([
  ['a frame inside our page', { ...TILL, mainFrame: false }],
  ['a page of another origin in our window', { ...TILL, url: 'https://tillmate.example/' }],
  ['a frame that is gone', { ...TILL, url: undefined, mainFrame: false }],
  ['a window that is not ours', { ...TILL, window: undefined }],
])('%s may ask for nothing', async (_who, sender) => {
  const { ask, ran, reports } = checked();
  for (const name of Object.keys(calls)) {
    const outcome = await ask(sender, name, {});
    expect(outcome).toMatchObject({ ok: false, error: { code: 'ipc.sender' } });
  }
  expect(ran).toEqual([]);
  expect(reports).toHaveLength(Object.keys(calls).length);
});

test('logs only known call names, never text from a window', async () => {
  const { ask, named } = checked();
  await ask(TILL, '4711 is the PIN', {});
  await ask({ ...TILL, mainFrame: false }, 'sale.start', {});
  expect(named).toEqual([undefined, 'sale.start']);
});

test('the customer display cannot charge, cancel or refund', async () => {
  const { ask, ran } = checked();
  for (const name of Object.keys(calls) as CallName[]) await ask(DISPLAY, name, {});
  expect(ran).toEqual(['display.snapshot', 'window.alive']);
});

test('a cashier cannot read or change settings', async () => {
  const { ask, ran } = checked('cashier');
  expect(await ask(TILL, 'settings.read', {})).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  expect(await ask(TILL, 'terminal.choose', { mode: 'live' })).toMatchObject({ ok: false });
  expect(ran).toEqual([]);
});

test.each<[string, unknown, string, string]>([
  ['an empty amount', { amount: undefined }, 'amount.required', 'amount'],
  ['nothing', { amount: 0 }, 'amount.zero', 'amount'],
  ['less than nothing', { amount: -1 }, 'amount.zero', 'amount'],
  ['half a cent', { amount: 12.5 }, 'amount.required', 'amount'],
  ['more than the service takes', { amount: 1_000_000_000_000 }, 'amount.too-large', 'amount'],
  ['a text as amount', { amount: '1250' }, 'amount.required', 'amount'],
  ['a reference that is too long', { amount: 1, reference: 'x'.repeat(36) }, 'reference.too-long', 'reference'],
  ['an emoji in the description', { amount: 1, description: 'koffie ☕' }, 'description.character', 'description'],
  ['a field that nobody asked for', { amount: 1, posId: 'X' }, 'field.unknown', 'posId'],
])('refuses %s at its field, without running the handler', async (_what, draft, code, field) => {
  const { ask, ran } = checked();
  expect(await ask(TILL, 'sale.start', draft)).toMatchObject({ ok: false, error: { code, field } });
  expect(ran).toEqual([]);
});

test('names the refused character', async () => {
  const outcome = await checked().ask(TILL, 'sale.start', { amount: 1, reference: 'a\u{1f600}b' });
  expect(outcome).toMatchObject({ error: { values: { character: '\u{1f600}' } } });
});

test('passes on app errors and reports unexpected errors', async () => {
  const refusing = checked('manager', {
    'sale.start': () => {
      throw new TillError('sale.busy', 'One at a time', { traceId: 't-1', retryable: true });
    },
    'sale.cancel': () => Promise.reject(new TypeError('x is not a function')),
  });
  expect(await refusing.ask(TILL, 'sale.start', { amount: 1 })).toEqual({
    ok: false,
    error: { code: 'sale.busy', message: 'One at a time', retryable: true, traceId: 't-1' },
  });
  expect(await refusing.ask(TILL, 'sale.cancel', { saleId })).toMatchObject({ error: { code: 'internal' } });
  expect(refusing.reports).toEqual(['internal']);
});

test('returns only the fields of the contract', async () => {
  const shown = { settings: null, counter: firstCounter, apiKeySet: true, pinSet: false, version: 'v1' };
  const leaky = { ...shown, signingKey: { d: 'secret' } };
  const { ask } = checked('manager', { 'settings.read': () => leaky });
  expect(await ask(TILL, 'settings.read', {})).toEqual({
    ok: true,
    value: shown,
  });
});

test('hostile names and arguments neither throw nor act', async () => {
  const { ask, ran } = checked();
  const names = fc.oneof(
    fc.constantFrom(...Object.keys(calls)),
    fc.anything(),
    fc.constantFrom('__proto__', 'constructor', 'toString'),
  );
  const hostile = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withTypedArray: true,
  });
  await fc.assert(
    fc.asyncProperty(names, hostile, async (name, argument) => {
      const outcome = await ask(TILL, name, { hostile: argument });
      expect(outcome.ok).toBe(false);
    }),
    { numRuns: 1_000 },
  );
  expect(ran).toEqual([]);
});

test('a call without a response schema returns nothing', async () => {
  const { ask } = checked('manager', { 'sale.dismiss': (() => 'a secret') as () => void });
  expect(await ask(TILL, 'sale.dismiss', { saleId })).toEqual({ ok: true, value: {} });
  for (const { answer } of Object.values(calls) as readonly { readonly answer: object }[])
    if ('shape' in answer && Object.keys(answer.shape as object).length === 0) expect(answer).toBe(nothing);
});
