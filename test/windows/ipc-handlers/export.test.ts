import { expect, test, vi } from 'vitest';
import type { Act } from '../../../main/audit/audit-log.ts';
import { exportHandlers } from '../../../main/windows/ipc-handlers/export.ts';
import { payoutsHandlers } from '../../../main/windows/ipc-handlers/payments.ts';
import { exportCalls } from '../../../preload/contract/export.ts';
import { pastedSettings, tillWithHandlers } from './till-with-handlers.ts';

const asked = { kind: 'payments', format: 'csv', separator: ';', decimal: ',' } as const;

test.each([
  ['export.range', 'before', { from: 2_000, before: 2_000 }],
  ['export.future', 'from', { from: 8_000_000_000_000 }],
])('refuses impossible days at their field: %s', async (code, field, days) => {
  const { call, chosen } = await tillWithHandlers();
  expect(await call('export.start', { ...asked, ...days })).toMatchObject({ ok: false, error: { code, field } });
  expect(chosen).toEqual([]);
});

test('refuses to export payouts that were never fetched', async () => {
  const { call, chosen } = await tillWithHandlers();
  const answer = await call('export.start', { ...asked, kind: 'payouts' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'export.not-fetched' } });
  expect(chosen).toEqual([]);
});

test('has no export to follow or stop', async () => {
  const { call } = await tillWithHandlers();
  expect(await call('export.progress')).toEqual({ ok: true, value: { progress: null } });
  expect(await call('export.cancel')).toMatchObject({ ok: false, error: { code: 'export.none' } });
});

test('logs an export that finished while the till reopens', async () => {
  const { call, till, clock, acted } = await tillWithHandlers();
  expect(await call('settings.save', pastedSettings())).toMatchObject({ ok: true });
  const { environment } = till.requireOpen().settings.service;
  const changed = Promise.withResolvers<void>();
  const handlers = exportHandlers({
    till,
    clock,
    acts: { record: (act) => void acted.push(act) },
    chooseFile: async () => undefined,
    exports: {
      run: async () => {
        void till.reopenAfter(() => changed.promise);
        await vi.waitFor(() => expect(() => till.requireOpen()).toThrow('Settings change'), { timeout: 15_000 });
        return { path: '/exports/payments.csv', rows: 3 };
      },
      kind: () => 'payments',
      progress: () => null,
      cancel: () => undefined,
    },
  });
  const answer = await handlers['export.start'](exportCalls['export.start'].ask.parse(asked), 'till');
  changed.resolve();
  expect(answer).toEqual({ saved: true, rows: 3, file: 'payments.csv' });
  expect(acted.at(-1)).toMatchObject({ act: 'exported', about: 'payments', values: { rows: 3, environment } });
});

/** The calling window: no handler here reads this value. */
const nobody = undefined as never;

/** Handlers over payouts in the fetching stage `stage`, during an export of `kind`. */
function withPayouts(
  stage: 'loading' | 'stopped' | 'complete',
  kind: 'payments' | 'payouts' | 'matches' | null = null,
) {
  const done: string[] = [];
  const parts = {
    till: {
      roles: {
        touch: () => undefined,
        current: () => 'manager',
        actor: () => ({ role: 'manager', name: done.includes('dialog') ? 'Ada' : 'Zoë' }),
      },
      mode: 'training',
      requireOpen: () => ({
        journal: { flush: () => true },
        reconciliation: { overview: () => ({ stage }), load: async () => void done.push('load') },
      }),
    },
    acts: { record: ({ by }: Act) => void done.push(`by ${by.name}`) },
    clock: { now: () => 1_000 },
    chooseFile: async () => void done.push('dialog'),
    exports: {
      kind: () => kind,
      run: async (_request: unknown, ask: () => Promise<unknown>) => {
        await ask();
        return { rows: 1, path: 'payments.csv' };
      },
    },
  } as unknown as Parameters<typeof exportHandlers>[0] & Parameters<typeof payoutsHandlers>[0];
  return { done, handlers: { ...exportHandlers(parts), ...payoutsHandlers(parts, parts) } };
}

test.each(['loading', 'stopped'] as const)('refuses to export payouts while their fetching is %s', async (stage) => {
  const { handlers, done } = withPayouts(stage);
  for (const kind of ['payouts', 'matches'] as const)
    await expect(handlers['export.start']({ ...asked, kind }, nobody)).rejects.toMatchObject({
      code: 'export.unfinished',
    });
  expect(done).toEqual([]);
});

test('exports complete payouts, and payments at any time', async () => {
  const whole = withPayouts('complete');
  await whole.handlers['export.start']({ ...asked, kind: 'matches' }, nobody);
  const part = withPayouts('loading');
  await part.handlers['export.start'](asked, nobody);
  // The audit entry names the user at the end of the dialog.
  expect([...whole.done, ...part.done]).toEqual(['dialog', 'by Ada', 'dialog', 'by Ada']);
});

test('fetches no other days during an export of payouts', async () => {
  const days = { from: '2026-03-10', to: '2026-03-10' };
  for (const kind of ['payouts', 'matches'] as const) {
    const { handlers, done } = withPayouts('complete', kind);
    await expect(handlers['payouts.load'](days, nobody)).rejects.toMatchObject({ code: 'payouts.exporting' });
    expect(done).toEqual([]);
  }
  const { handlers, done } = withPayouts('complete', 'payments');
  await handlers['payouts.load'](days, nobody);
  expect(done).toContain('load');
});
