import { expect, test } from 'vitest';
import {
  daysFault,
  type StateFilter,
  type StateWords,
  thisWeek,
  wantedPayments,
} from '../../../../renderer/till/payments/wanted-payments.ts';
import { createLanguage, type TextKey } from '../../../../renderer/ui/language.ts';

const language = createLanguage();
const t = (key: TextKey) => language.t(key);
const english: StateWords = { state: (state) => t(`stage.${state}`), filter: (filter) => t(`list.filter.${filter}`) };
const wanted = (typed: string, filter?: StateFilter, from = '', to = from) =>
  wantedPayments({ typed, filter, days: { from, to } }, english);

test('searches text without a state word as typed', () => {
  expect(wanted('')).toEqual({ text: '' });
  expect(wanted('  TILL42-261120 ')).toEqual({ text: 'TILL42-261120' });
  expect(wanted('paidwell')).toEqual({ text: 'paidwell' });
});

test('finds paid payments by "paid", alone or with a name', () => {
  expect(wanted('paid')).toEqual({ text: '', states: ['paid', 'partly-refunded'] });
  expect(wanted('PAID  Zoë')).toEqual({ text: 'Zoë', states: ['paid', 'partly-refunded'] });
  expect(wanted('Zoë expired')).toEqual({ text: 'Zoë', states: ['expired'] });
});

test('the longer state words "not paid" and "partly refunded" win', () => {
  expect(wanted('not paid')).toEqual({ text: '', states: ['cancelled', 'expired', 'failed', 'voided'] });
  expect(wanted('partly refunded')).toEqual({ text: '', states: ['partly-refunded'] });
});

test('recognises the state words of the interface language', () => {
  const dutch: StateWords = {
    state: (state) => (state === 'paid' ? 'Betaald' : state),
    filter: (filter) => `filter ${filter}`,
  };
  expect(wantedPayments({ typed: 'betaald', filter: undefined, days: { from: '', to: '' } }, dutch).states).toContain(
    'paid',
  );
});

test('a chosen state narrows the typed states', () => {
  expect(wanted('', 'open').states).toContain('waiting');
  expect(wanted('refunded', 'paid')).toEqual({ text: '', states: ['partly-refunded'] });
  expect(wanted('expired', 'paid')).toEqual({ text: '', states: ['expired'] });
});

test('a day lasts until the next midnight across clock changes', () => {
  const { from = 0, before = 0 } = wanted('', undefined, '2026-03-29');
  expect([new Date(from).getHours(), new Date(from).getDate()]).toEqual([0, 29]);
  expect([new Date(before).getHours(), new Date(before).getDate()]).toEqual([0, 30]);
});

const NOW = new Date(2026, 10, 20, 13).getTime();
const fault = (from: string, to: string, where: 'till' | 'all' = 'till') => {
  const found = daysFault({ from, to }, where, NOW);
  return found && [found.field, found.error.code];
};

test('a range covers its first and last day completely', () => {
  expect(wanted('', undefined, '2026-11-20')).toEqual({
    text: '',
    from: new Date(2026, 10, 20).getTime(),
    before: new Date(2026, 10, 21).getTime(),
  });
  expect(wanted('')).toEqual({ text: '' });
});

test('a week ends today', () => {
  expect(thisWeek(NOW)).toEqual({ from: '2026-11-14', to: '2026-11-20' });
});

test.each([
  ['', ''],
  ['2026-11-20', ''],
  ['', '2026-11-20'],
  ['2020-01-01', '2026-11-20'],
])('searches the till from "%s" to "%s"', (from, to) => {
  expect(fault(from, to)).toBeUndefined();
});

test.each([
  ['2026-11-21', '', ['from', 'range.future']],
  ['', '2026-11-21', ['to', 'range.future']],
  ['2026-11-20', '2026-11-19', ['to', 'range.order']],
])('refuses the range "%s" to "%s", naming field and fault', (from, to, said) => {
  expect([fault(from, to), fault(from, to, 'all')]).toContainEqual(said);
  expect(fault(from, to)).toEqual(said);
});

test('the service requires both days, at most 400 days apart', () => {
  expect(fault('', '2026-11-20', 'all')).toEqual(['from', 'range.both-ends']);
  expect(fault('2026-11-20', '', 'all')).toEqual(['to', 'range.both-ends']);
  expect(fault('2025-10-17', '2026-11-20', 'all')).toBeUndefined();
  expect(daysFault({ from: '2025-10-16', to: '2026-11-20' }, 'all', NOW)).toMatchObject({
    field: 'from',
    error: { code: 'range.too-long', values: { max: 400, days: 401 } },
  });
});
