import { expect, test } from 'vitest';
import { refundAmountFault } from '../../../../renderer/till/refund/refund-amount.ts';
import { parseAmount } from '../../../../renderer/ui/form/parse-amount.ts';

const faultOf = (text: string, asked = false) =>
  refundAmountFault(parseAmount(text), { refundable: 1000, asked })?.code;

test.each([
  ['10,00', undefined],
  ['10,01', 'refund.above-remaining'],
  ['-1', 'amount.negative'],
  ['', undefined],
])('with 10,00 left, typing %s gives %s', (text, code) => {
  expect(faultOf(text)).toBe(code);
});

test('an empty amount is a fault after clicking Refund', () => {
  expect(faultOf('', true)).toBe('amount.required');
});
