import { expect, test } from 'vitest';
import {
  DEFAULT_REFERENCE_PATTERN,
  referenceForm,
  referenceOf,
  referencePatternField,
} from '../../../preload/contract/reference-pattern.ts';
import fc from '../../base/properties.ts';

const at = new Date(2026, 10, 22, 12).getTime();
const like = (pattern: string, posId = 'TILL42') => referenceOf(pattern, { posId, at, sequence: '45410042' });

test.each([
  [DEFAULT_REFERENCE_PATTERN, 'TILL42-261122-45410042'],
  ['{sequence}', '45410042'],
  ['Bäckerei {yyMMdd}/{sequence}', 'Bäckerei 261122/45410042'],
  ['{sequence}.{posId}', '45410042.TILL42'],
])('pattern %s gives references like %s', (pattern, reference) => {
  expect(referencePatternField.safeParse(pattern).success).toBe(true);
  expect(like(pattern)).toBe(reference);
  expect(referenceForm(pattern, 'TILL42').test(reference)).toBe(true);
});

test.each([
  ['{posId}-{yyMMdd}', 'reference-pattern.sequence'],
  ['', 'reference-pattern.sequence'],
  ['{sequence}{sequence}', 'reference-pattern.twice'],
  ['{sequence}-{shop}', 'reference-pattern.mark'],
  ['{sequence', 'reference-pattern.mark'],
  ['{sequence}}', 'reference-pattern.mark'],
  ['🍞{sequence}', 'reference.character'],
  [`${'x'.repeat(26)}{yyMMdd}{sequence}`, 'reference-pattern.too-long'],
  [`${'x'.repeat(12)}{posId}{sequence}`, 'reference-pattern.too-long'],
])('refuses %s as %s', (pattern, code) => {
  expect(referencePatternField.safeParse(pattern).error?.issues.map(({ message }) => message)).toContain(code);
});

test('accepted patterns give valid references, distinct for each POS', () => {
  const part = fc.constantFrom('{posId}', '{yyMMdd}', 'a', '-', '.', '+', '(x)', '$&');
  const patterns = fc
    .tuple(fc.array(part, { maxLength: 5 }), fc.array(part, { maxLength: 5 }))
    .map(([front, back]) => [...front, '{sequence}', ...back].join(''))
    .filter((pattern) => referencePatternField.safeParse(pattern).success);
  fc.assert(
    fc.property(patterns, fc.stringMatching(/^[A-Z0-9]{1,36}$/), (pattern, posId) => {
      const reference = like(pattern, posId);
      expect(reference.length).toBeLessThanOrEqual(35);
      expect(referenceForm(pattern, posId).test(reference)).toBe(true);
      expect(referenceForm(pattern, posId).test(`${reference}x`)).toBe(false);
      if (pattern.includes('{posId}')) expect(like(pattern, `${posId}Q`)).not.toBe(reference);
    }),
  );
});
