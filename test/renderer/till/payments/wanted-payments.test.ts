import { expect, test } from 'vitest';
import {
  type StateFilter,
  type StateWords,
  wantedPayments,
} from '../../../../renderer/till/payments/wanted-payments.ts';
import { createLanguage, type TextKey } from '../../../../renderer/ui/language.ts';

const language = createLanguage();
const t = (key: TextKey) => language.t(key);
const english: StateWords = { state: (state) => t(`stage.${state}`), filter: (filter) => t(`list.filter.${filter}`) };
const wanted = (typed: string, filter?: StateFilter, from = '', to = from) =>
  wantedPayments({ typed, filter, days: { from, to } }, english);

test('a text without a state is looked for as it is', () => {
  expect(wanted('')).toEqual({ text: '' });
  expect(wanted('  TILL42-261120 ')).toEqual({ text: 'TILL42-261120' });
  expect(wanted('paidwell')).toEqual({ text: 'paidwell' });
});

test('"paid" finds paid ones, alone or beside a name', () => {
  expect(wanted('paid')).toEqual({ text: '', states: ['paid', 'partly-refunded'] });
  expect(wanted('PAID  Zoë')).toEqual({ text: 'Zoë', states: ['paid', 'partly-refunded'] });
  expect(wanted('Zoë expired')).toEqual({ text: 'Zoë', states: ['expired'] });
});

test('the longer word counts: "not paid" and "partly refunded" are states of their own', () => {
  expect(wanted('not paid')).toEqual({ text: '', states: ['cancelled', 'expired', 'failed', 'voided'] });
  expect(wanted('partly refunded')).toEqual({ text: '', states: ['partly-refunded'] });
});

test('the words are those of the interface', () => {
  const dutch: StateWords = {
    state: (state) => (state === 'paid' ? 'Betaald' : state),
    filter: (filter) => `filter ${filter}`,
  };
  expect(wantedPayments({ typed: 'betaald', filter: undefined, days: { from: '', to: '' } }, dutch).states).toContain(
    'paid',
  );
});

test('a chosen state narrows what was typed, and what was typed counts where both exclude each other', () => {
  expect(wanted('', 'open').states).toContain('waiting');
  expect(wanted('refunded', 'paid')).toEqual({ text: '', states: ['partly-refunded'] });
  expect(wanted('expired', 'paid')).toEqual({ text: '', states: ['expired'] });
});

test('a day goes from its midnight to the next, also when the clocks change', () => {
  const { from = 0, before = 0 } = wanted('', undefined, '2026-03-29');
  expect([new Date(from).getHours(), new Date(from).getDate()]).toEqual([0, 29]);
  expect([new Date(before).getHours(), new Date(before).getDate()]).toEqual([0, 30]);
});
