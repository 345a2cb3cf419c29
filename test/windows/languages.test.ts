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

test('the till speaks what somebody at it chose, until a manager sets another language', () => {
  const { languages, set, told } = counter();
  languages.chooseTill('fr');
  expect([languages.till(), languages.display(), told()]).toEqual(['fr', 'nl', 1]);
  set({ display: 'de' });
  expect(languages.till()).toBe('fr');
  set({ till: 'de' });
  expect(languages.till()).toBe('de');
});

test('the display goes back to its setting when the sale of who chose has left it', () => {
  const { languages, shows } = counter();
  shows('waiting', 'a');
  languages.chooseDisplay('de');
  for (const kind of ['scanned', 'paid'] as const) {
    shows(kind, 'a');
    expect(languages.display()).toBe('de');
  }
  // The cashier has gone on; the end is still shown to the customer.
  shows('paid');
  expect(languages.display()).toBe('de');
  shows('idle');
  expect(languages.display()).toBe('nl');
});

test('who chose before the sale began keeps the language for it', async () => {
  const { clock, languages, shows } = counter();
  shows('idle');
  languages.chooseDisplay('fr');
  shows('idle');
  shows('preparing', 'a');
  await clock.advance(120_000);
  expect(languages.display()).toBe('fr');
  expect(languages.receipt('a')).toBe('fr');
});

test('who chose and buys nothing has left after a minute, and the windows are told', async () => {
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

test('the next customer begins in the setting, at once after a payment; a sale that failed is tried again by the same one', () => {
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

test('a receipt is in the language that the customer of that sale chose last, and in the setting where none did', () => {
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

test('the choices of the fifty newest sales are kept for their receipts', () => {
  const { languages, shows } = counter();
  shows('waiting', '0');
  languages.chooseDisplay('fr');
  for (let number = 1; number < 50; number += 1) shows('waiting', String(number));
  expect(['0', '1', '49'].map(languages.receipt)).toEqual(['fr', 'fr', 'fr']);
  // The first is on the display again, and chosen for anew.
  for (const number of ['0', '50']) shows('waiting', number);
  expect(['0', '1', '50'].map(languages.receipt)).toEqual(['fr', 'nl', 'fr']);
});
