import { expect, test } from 'vitest';
import type { JournalEvent } from '../../../main/domain/events.ts';
import { stateNotices } from '../../../main/windows/state-notices.ts';
import { Counter } from '../../sale/counter.ts';
import { counterTill, liveSettings } from '../../till/counter-till.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

const values = { why: 'cut', anchored: 40, found: 30, kept: 30, file: 'journal-damaged.sqlite' };
const tampered: JournalEvent = { type: 'act', act: 'journal-tampered', by: { role: 'till' }, values };

test('the alarm about a cut journal stands until a manager clears it, and refunds wait for that', async () => {
  const { handlers, call, till, counter } = await tillWithHandlers({ pin: '123456' });
  const saleId = await counter.paidSale(1000);
  counter.journal.record(tampered);
  const shown = () => stateNotices(till).filter(({ id }) => id === 'journal.tampered');
  expect(shown()).toEqual([
    {
      id: 'journal.tampered',
      code: 'journal.tampered.cut',
      severity: 'alarm',
      values: { missing: 10, file: 'journal-damaged.sqlite', atMs: counter.clock.now() },
      action: 'clear-journal',
    },
  ]);
  const refund = () => counter.refunds.start({ saleId, amount: 100 }, { byManager: true });
  await expect(refund()).rejects.toMatchObject({ code: 'journal.tampered' });
  // A cashier can neither clear it nor read it away.
  expect(await call('journal.clear-alarm', {})).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  await call('notice.dismiss', { id: 'journal.tampered' });
  expect(shown()).toHaveLength(1);
  await handlers['session.unlock']({ pin: '123456' }, 'till');
  expect(await call('journal.clear-alarm', {})).toMatchObject({ ok: true });
  expect(shown()).toEqual([]);
  expect(counter.journal.acts(undefined, 1)).toMatchObject([
    { act: { act: 'journal-alarm-cleared', by: { role: 'manager' }, values: { why: 'cut' } } },
  ]);
  const begun = refund();
  await counter.clock.advance(200);
  await expect(begun).resolves.toHaveProperty('refundKey');
});

test('a till sells on while the alarm stands', async () => {
  const { counter } = await tillWithHandlers();
  counter.journal.record(tampered);
  await expect(counter.paidSale(500)).resolves.toBeDefined();
});

test('a journal without an alarm has none to clear, and notes nothing', async () => {
  const { handlers, counter } = await tillWithHandlers();
  await handlers['journal.clear-alarm']({}, 'till');
  expect(counter.journal.acts(undefined, 1)).toEqual([]);
});

test('of a journal that was gone, what the service knows is told without the name of a file', async () => {
  const counter = new Counter();
  counter.journal.record({ type: 'journal.begun', journalId: 'one', salt: 1, replaces: '' });
  await counter.restart();
  const opened = () => counterTill(counter, liveSettings());
  const told = () =>
    stateNotices({ opened: opened(), openError: undefined, pinError: undefined }).filter(
      ({ id }) => id === 'journal.set-aside',
    );
  expect(told()).toEqual([]);
  const looked = counter.sales.recover();
  await counter.clock.advance(5_000);
  await looked;
  expect(told()).toEqual([
    { id: 'journal.set-aside', code: 'journal.found-again', severity: 'warning', values: { count: 0 } },
  ]);
});
