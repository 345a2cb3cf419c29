import { beforeEach, describe, expect, test } from 'vitest';
import { counter, givenCounter } from './counter.ts';
import { answering, fault } from './scripted-reads.ts';
import { refused, reset } from './scripted-service.ts';

let saleId: string;

givenCounter();
beforeEach(async () => {
  saleId = await counter.waiting();
});

const verdict = () => counter.view(saleId).verdict;

describe('"Customer says they paid" is answered', () => {
  const set = (status: string) => counter.service.set(counter.service.last.paymentId, status);

  /** Charges again, with a creation whose payment the search does not show yet. */
  async function search(): Promise<void> {
    await counter.sales.cancel(saleId);
    await counter.clock.advance(100);
    await counter.sales.dismiss(saleId);
    counter.service.fail('create', { error: reset(), acts: true });
    counter.service.searchLagMs = 60_000;
    saleId = await counter.waiting();
  }

  test.each<readonly [string, () => void | Promise<void>, object]>([
    ['with the time of the payment', () => set('SUCCEEDED'), { kind: 'paid', succeededAt: expect.any(Number) }],
    [
      'without a time where the service sends none',
      () => {
        set('SUCCEEDED');
        delete counter.service.payments.get(counter.service.last.paymentId)?.succeededAt;
      },
      { kind: 'paid' },
    ],
    ['"not paid" while the sale waits', () => set('PENDING'), { kind: 'not-paid' }],
    ['"unknown" at an unknown status', () => set('ON_HOLD'), { kind: 'unknown' }],
    ['"not found" after an empty search', search, { kind: 'not-found' }],
    ['"not paid" after a reversal', () => set('VOIDED'), { kind: 'not-paid' }],
    ['again after a lost response', () => answering(reset()), { kind: 'not-paid' }],
    ['"unreachable" after two lost responses', () => answering(reset(), reset()), { kind: 'unreachable' }],
    [
      'later when the service asks for three seconds',
      () => answering(fault('service.busy', { status: 429, retryAfterMs: 3_000 })),
      { kind: 'asking' },
    ],
    [
      '"unreachable" when the service asks for more',
      () => answering(fault('service.busy', { status: 429, retryAfterMs: 3_001 })),
      { kind: 'unreachable' },
    ],
    ...(['dns', 'refused', 'unreachable', 'tls', 'connect-timeout', 'protocol'] as const).map(
      (kind) =>
        [
          `"unreachable" without a connection: ${kind}`,
          () => answering(fault(`network.${kind}`, { retryable: true })),
          { kind: 'unreachable' },
        ] as const,
    ),
  ])('%s', async (_answer, given, expected) => {
    expect(verdict()).toBeUndefined();
    await given();
    let shown: unknown;
    counter.sales.onChange(() => {
      shown = verdict();
    });
    await counter.sales.customerSaysPaid(saleId);
    expect(verdict()).toEqual({ kind: 'asking', at: counter.clock.now() });
    await counter.clock.advance(450);
    expect(verdict()).toStrictEqual({ ...expected, at: expect.any(Number) });
    expect(shown).toEqual(verdict());
    // Later reads change no verdict.
    const before = verdict();
    if (before?.kind === 'asking') return;
    set('SUCCEEDED');
    await counter.clock.advance(3_000);
    expect(verdict()).toEqual(before);
  });
});

test('a second click during the read changes nothing', async () => {
  counter.service.latencyMs = 300;
  await counter.sales.customerSaysPaid(saleId);
  await counter.clock.advance(200);
  const before = verdict();
  await counter.sales.customerSaysPaid(saleId);
  expect(verdict()).toBe(before);
  await counter.clock.advance(110);
  expect(verdict()?.kind).toBe('not-paid');
});

test('a refused creation answers an earlier click', async () => {
  await counter.sales.cancel(saleId);
  await counter.clock.advance(100);
  await counter.sales.dismiss(saleId);
  counter.service.fail('create', { error: refused(), acts: false, takesMs: 500 });
  saleId = await counter.waiting();
  await counter.sales.customerSaysPaid(saleId);
  expect(verdict()?.kind).toBe('asking');
  await counter.clock.advance(500);
  expect(verdict()?.kind).toBe('not-paid');
});
