import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { JOURNAL_ALARM_CLEARED, JOURNAL_TAMPERED } from '../../../../main/journal/projections.ts';
import type { RecordRow } from '../../../../preload/contract/record.ts';
import { actWords, whoWords } from '../../../../renderer/till/settings/parts/record-words.ts';
import { createLanguage, type TextKey } from '../../../../renderer/ui/language.ts';
import type { Words } from '../../../../renderer/ui/use-words.ts';
import { textsOf } from '../../../page/texts.ts';

const english = textsOf('en');
const main = resolve(import.meta.dirname, '../../../../main');

const language = createLanguage();
const words = {
  t: (key: TextKey, values: Readonly<Record<string, unknown>> = {}) => language.t(key, { ...values }),
  has: (key: string) => key in english,
  firstOf: (keys: readonly string[], otherwise: string) => keys.find((key) => key in english) ?? otherwise,
  money: (cents: number) => `€ ${(cents / 100).toFixed(2)}`,
  day: (at: number) => `day ${at}`,
} as unknown as Words;

test('writes fetched days in the format of the language', () => {
  expect(told('payouts-fetched', { values: { from: '2026-11-16', to: '2026-11-20' } })).toBe(
    'Fetched the payouts from 16/11/2026 to 20/11/2026',
  );
});

const zoe = { role: 'manager', id: 'm1', name: 'Zoë' } as const;
const told = (act: string, more: Partial<RecordRow> = {}) => actWords({ id: 'x', at: 0, act, by: zoe, ...more }, words);

/** The names of all acts that main writes to the audit log: `act: 'name'` and unions of such names. */
function namesInMain(): ReadonlySet<string> {
  const names = new Set<string>([JOURNAL_TAMPERED, JOURNAL_ALARM_CLEARED]);
  for (const entry of readdirSync(main, { recursive: true, withFileTypes: true })) {
    // log.ts is skipped: it declares the types of its fields with the same syntax.
    if (!entry.isFile() || entry.parentPath.includes('sandbox') || entry.name === 'log.ts') continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [declared] of text.matchAll(/\bact: '[a-z-]+'(?: \| '[a-z-]+')*/g))
      for (const [, name = ''] of declared.matchAll(/'([a-z-]+)'/g)) names.add(name);
  }
  return names;
}

test('has words for every act in the audit log', () => {
  const names = [...namesInMain()].filter((name) => name !== 'refund-allowed');
  const has = (name: string) => Object.keys(english).some((key) => `${key}.`.startsWith(`record.act.${name}.`));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !has(name))).toEqual([]);
});

test('shows an act without words by its name', () => {
  expect(told('a-thing-of-later')).toBe('Other: a-thing-of-later');
});

test('describes each change to a person separately', () => {
  const values = { name: 'Ava', role: 'cashier', nameBefore: 'Eva', roleBefore: 'support', pin: true };
  expect(told('person-changed', { values })).toBe('Changed Ava. Before: Eva · Support became Cashier · New PIN');
  expect(told('person-changed', { values: { name: 'Ava', role: 'cashier', pin: true } })).toBe('Changed Ava. New PIN');
});

test('a refund names its approver if different from its maker', () => {
  const values = { amount: 500, stage: 'refunded', reference: 'R1', allowedBy: 'Zoë', allowedById: 'm1' };
  expect(told('refund', { values })).toBe('Refund of € 5.00 for R1. Refunded');
  const by = { role: 'cashier', id: 'c1', name: 'Ava' } as const;
  expect(told('refund', { by, values })).toBe('Refund of € 5.00 for R1. Refunded · Allowed by Zoë');
});

test('names settings as the Settings view does', () => {
  const values = { fields: 'counter.refundPinAbove settings.shop.shopName' };
  expect(told('settings-changed', { values })).toBe('Changed: Refunds above this ask for the PIN, Shop name');
  expect(told('settings-changed', { about: 'undo', values })).toContain('Undid a change');
});

test.each<readonly [string, Partial<RecordRow>, string]>([
  ['refund-settled', { values: { decision: 'send-again' } }, 'Had a refund sent again'],
  ['receipt-printed', { values: { reference: 'R1', issue: 1 } }, 'Printed receipt 1 for R1'],
  ['receipt-printed', { values: { reference: 'R1', issue: 2 } }, 'Printed a copy of the receipt of R1'],
  ['exported', { about: 'payouts', values: { rows: 12 } }, 'Exported payouts into a file: 12 rows'],
  ['paper-printed', { about: 'z-42' }, 'Printed: z-42'],
  ['refund-iban-read', { about: 'x', values: { reference: 'R1' } }, 'Asked for the account for a transfer · R1'],
  [
    'sale-allowed',
    { about: 'x', values: { amount: 250_001, pin: true, reference: 'R1' } },
    'Allowed a sale of € 2500.01, above the maximum · R1',
  ],
  ['shift-closed', { about: '42' }, 'Closed shift 42'],
  ['update-installs', { about: '2.0.0', values: { from: '1.0.0' } }, 'Version 2.0.0 is installed'],
])('%s %j', (act, more, text) => {
  expect(told(act, more)).toBe(text);
});

test.each<readonly [RecordRow['by'], string]>([
  [zoe, 'Zoë'],
  [{ role: 'cashier' }, 'Nobody signed in'],
  [{ role: 'till' }, 'The till'],
  [{ role: 'manager' }, 'Manager'],
])('%j reads as %s', (by, text) => {
  expect(whoWords({ id: 'x', at: 0, act: 'unlock', by }, words)).toBe(text);
});
