import { describe, expect, test } from 'vitest';
import { createTill, json, text } from './client-under-test.ts';
import { paymentId } from './sample-responses.ts';

const page = text(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' });

describe.each([
  ['a cancellation', ({ service }: ReturnType<typeof createTill>) => service.cancelPayment(paymentId)],
  [
    'an acknowledgement',
    ({ service }: ReturnType<typeof createTill>) => service.acknowledge(paymentId, { amount: 1250 }),
  ],
] as const)('%s', (_what, ask) => {
  test.each([
    ['nothing', text(204, '')],
    ['an object', json(200, {})],
    ['some JSON that nobody knows', json(202, { status: 'ok' })],
  ])('is done when the service answers with %s', async (_body, answer) => {
    await expect(ask(createTill(() => answer))).resolves.toBeUndefined();
  });

  test('is not taken for done when a portal answers with its own page', async () => {
    await expect(ask(createTill(() => page))).rejects.toMatchObject({ code: 'answer.unreadable', acted: 'maybe' });
  });
});
