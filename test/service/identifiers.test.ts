import { expect, test } from 'vitest';
import type { PaymentId, RefundId } from '../../main/domain/payment-service.ts';
import { createTill, json, type Till } from './client-under-test.ts';
import { payment, refund } from './sample-responses.ts';
import { config } from './vectors.ts';

/** 24 characters each: the specification restricts the length of an id, not its characters. */
const ids = [
  ['dots and slashes', '../../../v3/payments/pos'],
  ['a query', '0123456789?size=1&page=2'],
  ['a fragment', '0123456789abcdef#0123456'],
  ['percent signs', '%2e%2e%2f%00%zz%%%%%%abc'],
  ['blanks and quotes', ' "quoted" and \\ spaced  '],
  ['backslashes', '..\\..\\..\\..\\..\\..\\..\\..\\'],
  ['letters beyond ASCII', 'Zoë-€-ﬁ-漢字-🎉-0123456789a'],
] as const;

/** Returns the decoded segments of each sent path, after checking the path claim in the signature. */
function pieces({ sent }: Till): readonly (readonly string[])[] {
  return sent.map(({ path, headers }) => {
    const [header = ''] = String(headers['signature']).split('.');
    const claims = JSON.parse(Buffer.from(header, 'base64url').toString());
    expect(claims[`${config.claimPrefix}/path`]).toBe(path);
    expect(new URL(path, 'http://service').pathname).toBe(path);
    return path.split('/').map(decodeURIComponent);
  });
}

test.each(ids)('an id with %s is encoded as a single path segment', async (_name, id) => {
  expect([...id]).toHaveLength(24);
  const till = createTill(() => json(200, { ...payment, status: 'CANCELLED', paymentId: id }));
  await expect(till.service.readPayment(id as PaymentId)).resolves.toMatchObject({ paymentId: id });
  await till.service.cancelPayment(id as PaymentId);
  await till.service.acknowledge(id as PaymentId, { amount: 1250 });
  const path = ['', 'v3', 'payments', id];
  expect(pieces(till)).toEqual([path, path, [...path, 'acknowledge']]);
});

test.each(ids)('reads a refund whose ids have %s', async (_name, id) => {
  const till = createTill(() => json(200, { ...refund, paymentId: id, refundId: id }));
  const read = till.service.readRefund(id as PaymentId, id as RefundId, { retry: 'never' });
  await expect(read).resolves.toMatchObject({ paymentId: id, refundId: id });
  expect(pieces(till)).toEqual([['', 'v3', 'payments', id, 'refunds', id]]);
});

test('rejects an id with half a surrogate pair', async () => {
  const broken = `\ud800${'a'.repeat(23)}` as PaymentId;
  const { service, sent } = createTill(() => json(200, { ...payment, paymentId: broken }));
  await expect(service.readPayment(broken)).rejects.toMatchObject({ code: 'invalid.id.length', acted: 'no' });
  const read = service.readPayment('a'.repeat(24) as PaymentId, { retry: 'never' });
  await expect(read).rejects.toMatchObject({ code: 'answer.schema' });
  expect(sent).toHaveLength(1);
});
