import { expect, test } from 'vitest';
import { saleOf, unplaced } from '../../../../renderer/till/sale/charge-draft.ts';
import { emptyDraft } from '../../../../renderer/till/ui-state/draft-entry.ts';

const draft = (typed: Partial<typeof emptyDraft>) => ({ ...emptyDraft, ...typed });

test('charges the typed cents and omits empty fields', () => {
  expect(saleOf(draft({ amount: '12,50', reference: ' table 4 ', description: '  ' }))).toEqual({
    amount: 1250,
    reference: 'table 4',
  });
});

test.each([
  ['no amount', draft({})],
  ['an amount of nothing', draft({ amount: '0,00' })],
  ['a reference that is too long', draft({ amount: '5', reference: 'x'.repeat(36) })],
  ['a description that is too long', draft({ amount: '5', description: 'x'.repeat(141) })],
])('charges nothing with %s', (_, typed) => {
  expect(saleOf(typed)).toBeUndefined();
});

test('errors appear at their field, otherwise at the state', () => {
  const problem = { code: 'some.code', message: '', retryable: false };
  expect(unplaced({ ...problem, field: 'reference' })).toBeUndefined();
  expect(unplaced({ ...problem, field: 'shopId' })?.code).toBe('some.code');
  expect(unplaced(problem)?.code).toBe('some.code');
});
