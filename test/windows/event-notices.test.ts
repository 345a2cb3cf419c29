import { expect, test } from 'vitest';
import type { FieldError } from '../../main/base/field-errors.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { OtherJournal } from '../../main/till/till-events.ts';
import { notifyParkedEnd } from '../../main/till/till-events.ts';
import {
  noticesOfEvents,
  putStartNotices,
  putVersionNotices,
  type StartProblems,
} from '../../main/windows/event-notices.ts';
import { createNotices } from '../../main/windows/notices.ts';

function till() {
  const notices = createNotices(() => undefined);
  return { notices, happens: noticesOfEvents(notices) };
}

test('offers to shred an accepted file while present', () => {
  const { notices, happens } = till();
  happens({ type: 'provisioned', path: '/media/shop.json' });
  expect(notices.list()).toMatchObject([
    { code: 'provision.shred', severity: 'warning', action: 'shred-file', values: { path: '/media/shop.json' } },
  ]);
  happens({ type: 'provisioning-file-shredded' });
  expect(notices.list()).toEqual([]);
});

test('shows each fault of a provisioning file with its place', () => {
  const { notices, happens } = till();
  const errors: readonly FieldError[] = [
    { path: 'pos.posId', code: 'pos-id.pattern', values: {} },
    { path: 'line 1, column 4', code: 'json.syntax', values: { line: 1, column: 4 } },
  ];
  happens({ type: 'provisioning-file-invalid', errors });
  expect(notices.list().map(({ code, values }) => [code, values])).toEqual([
    ['provision.fault', { place: 'pos.posId', fault: 'pos-id.pattern', number: 1, count: 2 }],
    ['provision.fault', { place: 'line 1, column 4', fault: 'json.syntax', number: 2, count: 2, line: 1, column: 4 }],
  ]);
});

test('shows a failed provisioning file with its error code', () => {
  const { notices, happens } = till();
  const error = new TillError('file.missing', 'no such file', { values: { file: '/x' } });
  happens({ type: 'provisioning-failed', error });
  expect(notices.list()).toEqual([
    {
      id: 'provision.failed',
      code: 'file.missing',
      severity: 'alarm',
      values: { message: 'no such file', file: '/x' },
      action: 'dismiss',
    },
  ]);
  happens({ type: 'provisioned', path: '/x' });
  expect(notices.list().map(({ code }) => code)).toEqual(['provision.shred']);
});

const other = (name: string, open: OtherJournal['open']): OtherJournal => ({
  folder: `/data/journals/${name}`,
  environment: 'PREPROD',
  profileId: 'aaaaaaaaaaaaaaaaaa123456',
  open,
});

test('repeats open work of other journals at each opening', () => {
  const { notices, happens } = till();
  happens({ type: 'other-journals', journals: [other('a', { payments: 2, refunds: 1 }), other('b', undefined)] });
  const values = { environment: 'PREPROD', profile: '123456' };
  expect(notices.list()).toMatchObject([
    { id: 'journal.elsewhere.a', code: 'journal.waiting', values: { ...values, payments: 2, refunds: 1 } },
    { id: 'journal.elsewhere.b', code: 'journal.unread', values },
  ]);
  expect(notices.dismiss('journal.elsewhere.a')).toBe(true);
  happens({ type: 'other-journals', journals: [other('a', { payments: 2, refunds: 1 })] });
  expect(notices.list().map(({ id }) => id)).toEqual(['journal.elsewhere.a']);
  happens({ type: 'other-journals', journals: [] });
  expect(notices.list()).toEqual([]);
});

test('keeps recovery results and late refunds until dismissed', () => {
  const { notices, happens } = till();
  const outcome = { paid: 1, unpaid: 2, waiting: 0, refunds: 1 };
  happens({ type: 'recovered', outcome });
  happens({ type: 'refund-made-after-all', refundKey: 'k', saleId: 's', amount: 500, reference: 'ORDER-7' });
  expect(notices.list()).toMatchObject([
    { code: 'recovery.done', severity: 'info', values: outcome, action: 'dismiss' },
    {
      id: 'refund.made-after-all.k',
      severity: 'alarm',
      saleId: 's',
      values: { amountCents: 500, reference: 'ORDER-7' },
      action: 'dismiss',
    },
  ]);
});

test('keeps the unpaid end of a parked sale until dismissed', () => {
  const { notices, happens } = till();
  const sale = { saleId: 'a', amount: 1_250, reference: 'TILL42-1', at: 0, refunded: 0, refunding: false } as const;
  notifyParkedEnd({ ...sale, stage: 'paid' }, happens);
  expect(notices.list()).toEqual([]);
  notifyParkedEnd({ ...sale, stage: 'expired' }, happens);
  expect(notices.list()).toEqual([
    {
      id: 'sale.parked.a',
      code: 'sale.parked.expired',
      severity: 'warning',
      values: { amountCents: 1_250, reference: 'TILL42-1' },
      action: 'dismiss',
      saleId: 'a',
    },
  ]);
});

const noProblems: StartProblems = {
  settingsSetAside: undefined,
  settingsGone: false,
  unopenedLog: undefined,
  earlierData: undefined,
};

function startTold(problems: Partial<StartProblems>) {
  const notices = createNotices(() => undefined);
  putStartNotices(notices, { ...noProblems, ...problems });
  return notices.list().map(({ code, severity, action }) => [code, severity, action]);
}

test('a start without a fault gives no notice', () => {
  expect(startTold({})).toEqual([]);
});

test.each<readonly [string, Partial<StartProblems>]>([
  ['settings.set-aside', { settingsSetAside: '/data/terminal.json.broken' }],
  ['settings.gone', { settingsGone: true }],
])('%s is an alarm that cannot be dismissed', (code, problems) => {
  expect(startTold(problems)).toEqual([[code, 'alarm', undefined]]);
});

test.each<readonly [string, Partial<StartProblems>]>([
  ['log.unopened', { unopenedLog: '/data/logs' }],
  ['folder.earlier', { earlierData: '/old' }],
])('%s can be dismissed', (code, problems) => {
  expect(startTold(problems)).toEqual([[code, 'warning', 'dismiss']]);
});

test('keeps a rollback and its failure until dismissed', () => {
  const notices = createNotices(() => undefined);
  putVersionNotices(notices, { wentBack: { from: '1.1.0', to: '1.0.0' }, stuck: true }, '1.0.0');
  expect(notices.list()).toMatchObject([
    { code: 'update.went-back', values: { from: '1.1.0', to: '1.0.0' }, action: 'dismiss' },
    { code: 'update.stuck', values: { version: '1.0.0' }, action: 'dismiss' },
  ]);
});
