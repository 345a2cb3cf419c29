import { expect, test } from 'vitest';
import { createLanguages } from '../../main/windows/languages.ts';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { DisplaySnapshot, SaleView } from '../../preload/contract/views.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

type Kind = DisplaySnapshot['scene']['kind'];

function counter() {
  const clock = new VirtualClock();
  let set: { till: Language; display: Language } = { till: 'nl', display: 'nl' };
  let told = 0;
  const languages = createLanguages({
    clock,
    set: () => set,
    changed: () => {
      told += 1;
    },
  });
  const shows = (kind: Kind, saleId?: string) => {
    const sale =
      saleId === undefined ? null : ({ saleId, stage: kind === 'preparing' ? 'creating' : kind } as SaleView);
    languages.displayShows({ kind, amount: 1250, timeLeftMs: 0, lifetimeMs: 0 } as DisplaySnapshot['scene'], sale);
  };
  return {
    clock,
    languages,
    shows,
    set: (next: Partial<typeof set>) => {
      set = { ...set, ...next };
    },
    told: () => told,
  };
}

test('a chosen till language lasts until the setting changes', () => {
  const { languages, set, told } = counter();
  languages.chooseTill('fr');
  expect([languages.till(), languages.display(), told()]).toEqual(['fr', 'nl', 1]);
  set({ display: 'de' });
  expect(languages.till()).toBe('fr');
  set({ till: 'de' });
  expect(languages.till()).toBe('de');
});

test('the display resets its language after the customer’s sale', () => {
  const { languages, shows } = counter();
  shows('waiting', 'a');
  languages.chooseDisplay('de');
  for (const kind of ['scanned', 'paid'] as const) {
    shows(kind, 'a');
    expect(languages.display()).toBe('de');
  }
  // The cashier has moved on; the customer still sees the end.
  shows('paid');
  expect(languages.display()).toBe('de');
  shows('idle');
  expect(languages.display()).toBe('nl');
});

test('a language chosen before the sale stays for the sale', async () => {
  const { clock, languages, shows } = counter();
  shows('idle');
  languages.chooseDisplay('fr');
  shows('idle');
  shows('preparing', 'a');
  await clock.advance(120_000);
  expect(languages.display()).toBe('fr');
  expect(languages.receipt('a')).toBe('fr');
});

test('resets the language after a minute without a sale', async () => {
  const { clock, languages, told } = counter();
  languages.chooseDisplay('fr');
  await clock.advance(59_000);
  expect(languages.display()).toBe('fr');
  languages.chooseDisplay('de');
  await clock.advance(59_000);
  expect(languages.display()).toBe('de');
  await clock.advance(1_000);
  expect([languages.display(), told()]).toEqual(['nl', 3]);
});

test('a retry keeps the language, a payment resets the language', () => {
  const { languages, shows } = counter();
  shows('waiting', 'a');
  languages.chooseDisplay('fr');
  shows('failed', 'a');
  shows('preparing', 'b');
  expect(languages.display()).toBe('fr');
  shows('paid', 'b');
  shows('preparing', 'c');
  expect(languages.display()).toBe('nl');
  expect(['a', 'b', 'c'].map(languages.receipt)).toEqual(['fr', 'fr', 'nl']);
});

test('a receipt uses the last language chosen in its sale', () => {
  const { languages, shows, set } = counter();
  shows('waiting', 'a');
  languages.chooseDisplay('fr');
  languages.chooseDisplay('en');
  shows('paid', 'a');
  shows('idle');
  expect([languages.receipt('a'), languages.receipt('b')]).toEqual(['en', 'nl']);
  set({ display: 'de' });
  expect([languages.receipt('a'), languages.receipt('b')]).toEqual(['en', 'de']);
});

test('keeps the languages of the fifty newest sales', () => {
  const { languages, shows } = counter();
  shows('waiting', '0');
  languages.chooseDisplay('fr');
  for (let number = 1; number < 50; number += 1) shows('waiting', String(number));
  expect(['0', '1', '49'].map(languages.receipt)).toEqual(['fr', 'fr', 'fr']);
  // The first sale is displayed again, with a new choice.
  for (const number of ['0', '50']) shows('waiting', number);
  expect(['0', '1', '50'].map(languages.receipt)).toEqual(['fr', 'nl', 'fr']);
});
