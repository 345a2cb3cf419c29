import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { answered, openApi, payment } from './open-api.ts';

const charge = { amountCents: 420, currency: 'EUR', reference: 'bon 7' };

test('charges under a key: first 202, then 200', async () => {
  const { ask, payments, id } = await openApi();
  const first = await ask('PUT', '/v1/payments/a-1', { body: charge });
  expect([first.status, first.body]).toEqual([202, payment]);
  expect(payments.charge.mock.calls[0]?.slice(1)).toEqual(['a-1', charge]);
  expect(payments.charge.mock.calls[0]?.[0]).toMatchObject({ id, name: 'Kassa' });
  payments.has.mockReturnValue(true);
  expect((await ask('PUT', '/v1/payments/a-1', { body: charge })).status).toBe(200);
});

test('each route passes its parameters and returns the payment', async () => {
  const { ask, payments } = await openApi();
  payments.has.mockImplementation((_register, _key, refundKey) => refundKey === 'r-1');
  payments.last.mockResolvedValue(payment);
  const refund = { amountCents: 100, reason: 'bruised' };
  const answers = [
    await ask('GET', '/v1/payments/a-1'),
    await ask('GET', '/v1/payments/a-1?after=3&wait=25'),
    // Many clients send a JSON content type with every POST.
    await ask('POST', '/v1/payments/a-1/cancel', { body: '' }),
    await ask('PUT', '/v1/payments/a-1/refunds/r-2', { body: refund }),
    await ask('PUT', '/v1/payments/a-1/refunds/r-1', { body: refund }),
    await ask('GET', '/v1/last'),
    await ask('GET', '/v1/status'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 202, 202, 200, 200, 200]);
  expect(payments.changed.mock.calls[0]?.slice(1, 4)).toEqual(['a-1', 3, 25_000]);
  expect(payments.refund.mock.calls[0]?.slice(1)).toEqual(['a-1', 'r-2', refund]);
});

test.for([
  ['PUT', '/v1/payments/a-1', { amountCents: 4.2, currency: 'EUR' }, 'amountCents: '],
  ['PUT', '/v1/payments/a-1', { amountCents: 420, currency: 'USD' }, 'currency: '],
  ['PUT', '/v1/payments/a-1', { ...charge, tip: 1 }, /^Unrecognized key: "tip"$/],
  ['PUT', '/v1/payments/a%2Fb', charge, 'key: '],
  ['PUT', '/v1/payments/a-1', '{"amountCents":', 'Request unreadable'],
  ['PUT', '/v1/payments/a-1', '['.repeat(8_000), 'Request unreadable'],
  ['PUT', '/v1/payments/a-1', '{"__proto__":{"amountCents":1}}', 'Request unreadable'],
  ['GET', '/v1/payments/a-1?after=1&wait=61', undefined, 'wait: '],
] as const)('refuses %s %s with %j', async ([method, path, body, message]) => {
  const { ask, payments } = await openApi();
  const { status, body: told } = await ask(method, path, { body });
  expect([status, told]).toEqual([400, { code: 'register.request', message: expect.stringMatching(message) }]);
  expect(payments.charge).not.toHaveBeenCalled();
});

test.for([
  ['register.other-body', 409],
  ['register.above-maximum', 422],
  ['settings.changing', 503],
  ['journal.full', 503],
  ['refund.above-remaining', 422],
  ['internal', 500],
] as const)('answers %s with %i', async ([code, status]) => {
  const { ask, payments } = await openApi();
  payments.charge.mockRejectedValue(new TillError(code, '/home/shop: why'));
  const answer = await ask('PUT', '/v1/payments/a-1', { body: charge });
  expect([answer.status, answer.body]).toMatchObject([status, { code }]);
  expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
  if (code === 'internal') expect(answer.body).toEqual({ code, message: 'Internal error of the till' });
});

test('names the payment in progress when busy', async () => {
  const { ask, payments } = await openApi();
  const busy = { key: 'a-0', reference: 'kassa-0', amountCents: 100, state: 'scanned' } as const;
  payments.status.mockReturnValue({ training: true, shopName: 'B', posId: 'p', ready: false, service: 'online', busy });
  payments.charge.mockRejectedValue(new TillError('register.busy', 'Another payment'));
  const { status, body } = await ask('PUT', '/v1/payments/a-1', { body: charge });
  expect([status, body]).toEqual([409, { code: 'register.busy', message: 'Another payment', busy }]);
});

test('streams events after Last-Event-ID until the register is ended', async () => {
  const { token, port, events, payments, registers, clock, id } = await openApi();
  events.push({ id: 'j.7', payment });
  const response = await answered(port, 'GET', '/v1/events', { token, headers: { 'last-event-id': 'j.6' } });
  const came: string[] = [];
  response.setEncoding('utf8').on('data', (part: string) => came.push(part));
  await expect.poll(() => came.join('')).toContain(`id: j.7\nevent: payment\ndata: ${JSON.stringify(payment)}\n\n`);
  expect(payments.events.mock.calls[0]?.[1]).toBe('j.6');
  await clock.advance(15_000);
  await expect.poll(() => came.join('').match(/event: ping\n/g)?.length).toBe(2);
  const ended = new Promise((resolve) => response.once('end', resolve));
  await registers.end(id);
  await ended;
});

test('stops the event stream when the register disconnects', async () => {
  const { token, port, payments } = await openApi();
  const response = await answered(port, 'GET', '/v1/events', { token });
  response.destroy();
  await expect.poll(() => payments.events.mock.calls[0]?.[2].aborted).toBe(true);
});
