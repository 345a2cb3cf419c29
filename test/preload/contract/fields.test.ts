import { expect, test } from 'vitest';
import { chargeAsk } from '../../../main/register/register-payment.ts';
import { descriptionField, reasonField, referenceField, shopNameField } from '../../../preload/contract/fields.ts';

const decomposed = 'Cafe\u0301';
const composed = 'Caf\u00e9';

test.each([
  ['reference', referenceField],
  ['description', descriptionField],
  ['refund reason', reasonField],
  ['shop name', shopNameField],
])('composes a decomposed letter in a %s', (_name, field) => {
  expect(field.parse(decomposed)).toBe(composed);
});

test('composes decomposed letters from a cash register', () => {
  const asked = { amountCents: 420, currency: 'EUR', reference: decomposed, description: decomposed };
  expect(chargeAsk.parse(asked)).toMatchObject({ reference: composed, description: composed });
});
