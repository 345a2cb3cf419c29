import { expect, test } from 'vitest';
import type { FieldError } from '../../main/base/field-errors.ts';
import { TillError } from '../../main/base/till-error.ts';
import { tellParkedEnd } from '../../main/till/open-till.ts';
import type { OtherJournal } from '../../main/till/till-events.ts';
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

test('a file that was taken in is offered for shredding until it is gone', () => {
  const { notices, happens } = till();
  happens({ type: 'provisioned', path: '/media/shop.json' });
  expect(notices.list()).toMatchObject([
    { code: 'provision.shred', severity: 'warning', action: 'shred-file', values: { path: '/media/shop.json' } },
  ]);
  happens({ type: 'provisioning-file-shredded' });
  expect(notices.list()).toEqual([]);
});

test('each fault of a provisioning file is a notice with its place and its number among them', () => {
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

test('a file that could not be taken in is told with the code of its error', () => {
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

test('open work in journals of other profiles is told anew at each opening, also when somebody has read it', () => {
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

test('what recovery found, and a refund that was made after all, are told until somebody has read them', () => {
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

test('the end of a parked payment is told until somebody has read it; one that was paid has its alarm', () => {
  const { notices, happens } = till();
  const sale = { saleId: 'a', amount: 1_250, reference: 'TILL42-1', at: 0, refunded: 0, refunding: false } as const;
  tellParkedEnd({ ...sale, stage: 'paid' }, happens);
  expect(notices.list()).toEqual([]);
  tellParkedEnd({ ...sale, stage: 'expired' }, happens);
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

test('a start without a fault tells nothing', () => {
  expect(startTold({})).toEqual([]);
});

test.each<readonly [string, Partial<StartProblems>]>([
  ['settings.set-aside', { settingsSetAside: '/data/terminal.json.broken' }],
  ['settings.gone', { settingsGone: true }],
])('%s is an alarm that nobody can click away', (code, problems) => {
  expect(startTold(problems)).toEqual([[code, 'alarm', undefined]]);
});

test.each<readonly [string, Partial<StartProblems>]>([
  ['log.unopened', { unopenedLog: '/data/logs' }],
  ['folder.earlier', { earlierData: '/old' }],
])('%s goes when somebody has read it', (code, problems) => {
  expect(startTold(problems)).toEqual([[code, 'warning', 'dismiss']]);
});

test('a till that went back, or could not, says so until somebody has read it', () => {
  const notices = createNotices(() => undefined);
  putVersionNotices(notices, { wentBack: { from: '1.1.0', to: '1.0.0' }, stuck: true }, '1.0.0');
  expect(notices.list()).toMatchObject([
    { code: 'update.went-back', values: { from: '1.1.0', to: '1.0.0' }, action: 'dismiss' },
    { code: 'update.stuck', values: { version: '1.0.0' }, action: 'dismiss' },
  ]);
});
