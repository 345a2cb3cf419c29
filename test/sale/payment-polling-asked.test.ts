import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { away, clock, followed, givenPolledSale, reading, service } from './polled-sale.ts';
import { absent, ended, fresh, payment, play, problem, unanswered, waiting, withoutExpiry } from './sale-states.ts';

const known = waiting();
const searching = unanswered();

givenPolledSale();

describe('"Customer says they paid"', () => {
  test('aborts the running read and reads at once', async () => {
    await reading.send();
    reading.askForCustomer();
    expect([reading.dueIn(followed.record), reading.customerSaysPaid.isAsking]).toEqual([0, true]);
    await reading.send();
    expect(reading.customerSaysPaid.verdict?.kind).toBe('not-paid');
  });

  test('ignores a click during a read', async () => {
    reading.askForCustomer();
    await clock.advance(500);
    const { verdict } = reading.customerSaysPaid;
    reading.askForCustomer();
    expect(reading.customerSaysPaid.verdict).toBe(verdict);
  });

  test('reads nothing of a payment never created', () => {
    followed.record = play(fresh(), { type: 'creation-refused', problem }).sale;
    reading.askForCustomer();
    expect(reading.customerSaysPaid.verdict?.kind).toBe('not-paid');
    expect(reading.dueIn(known)).toBeGreaterThan(0);
  });

  test('sends one read per click while the service asks to wait', async () => {
    followed.budget.obeyRetryAfter(new TillError('service.busy', '', { retryAfterMs: 60_000 }), 'screen');
    reading.askForCustomer();
    expect(reading.dueIn(followed.record)).toBe(0);
    await reading.send();
    expect(service.asked.at(-1)?.options.urgency).toBe('asked');
    expect(reading.customerSaysPaid.verdict?.kind).toBe('not-paid');
    expect(reading.dueIn(followed.record)).toBeGreaterThan(50_000);
  });

  test.each([
    ['screen', 60_000],
    ['background', 3_600_000],
  ] as const)('obeys Retry-After of an hour as its sale does: %s', async (attention, heldMs) => {
    followed.attention = attention;
    service.failure = new TillError('service.busy', '', { retryable: true, retryAfterMs: 3_600_000 });
    reading.askForCustomer();
    await reading.send();
    expect([reading.customerSaysPaid.verdict?.kind, followed.budget.heldForMs]).toEqual(['unreachable', heldMs]);
  });

  test('is unreachable when its read fails while the service asks to wait', async () => {
    followed.budget.obeyRetryAfter(new TillError('service.busy', '', { retryAfterMs: 60_000 }), 'screen');
    service.failure = new TillError('network.reset', '', { retryable: true });
    reading.askForCustomer();
    await reading.send();
    expect(reading.customerSaysPaid.verdict?.kind).toBe('unreachable');
  });

  test('reads at once though the service delayed writes', async () => {
    followed.budget.obeyRetryAfterOfWrite(new TillError('service.busy', '', { retryAfterMs: 60_000 }), 'screen');
    await clock.advance(1_000);
    reading.askForCustomer();
    expect([reading.customerSaysPaid.isAsking, reading.dueIn(followed.record), reading.silentFor]).toEqual([
      true,
      0,
      0,
    ]);
  });

  test('reads again when a callback overtook an empty search', async () => {
    followed.record = searching;
    reading.askForCustomer();
    const search = reading.send();
    followed.record = play(searching, { type: 'created', payment: payment('AUTHORIZED'), via: 'search' }).sale;
    await search;
    expect([reading.customerSaysPaid.isAsking, reading.dueIn(followed.record)]).toEqual([true, 0]);
    service.answer = payment('SUCCEEDED');
    await reading.send();
    expect(reading.customerSaysPaid.verdict?.kind).toBe('paid');
  });

  test('reads again after an outdated response, and shows the reversal', async () => {
    service.answer = payment('SUCCEEDED');
    await reading.send();
    reading.askForCustomer();
    service.answer = payment('IDENTIFIED');
    await reading.send();
    expect([reading.customerSaysPaid.isAsking, reading.dueIn(followed.record)]).toEqual([true, 0]);
    service.answer = payment('CANCELLED');
    await reading.send();
    await reading.send();
    expect(reading.customerSaysPaid.verdict?.kind).toBe('not-paid');
  });

  test('reads again after an outdated response that follows a reversal', async () => {
    service.answer = payment('SUCCEEDED');
    await reading.send();
    reading.askForCustomer();
    const answers = ['AUTHORIZED', 'AUTHORIZED', 'VOIDED', 'AUTHORIZED', 'AUTHORIZED', 'VOIDED'];
    const states: unknown[] = [];
    for (const status of answers) {
      service.answer = payment(status);
      await reading.send();
      states.push([reading.customerSaysPaid.verdict?.kind, reading.isAnswerRequired]);
    }
    expect(states.slice(2)).toEqual([...Array(3).fill(['asking', true]), ['not-paid', false]]);
    expect(followed.record.stage).toBe('voided');
  });

  test('follows the journal after three outdated responses', async () => {
    service.answer = payment('SUCCEEDED');
    await reading.send();
    service.answer = payment('IDENTIFIED');
    for (const click of [1, 2]) {
      reading.askForCustomer();
      const kinds: unknown[] = [];
      for (let reads = 0; reads < 3; reads += 1) {
        await reading.send();
        kinds.push(reading.customerSaysPaid.verdict?.kind);
      }
      expect([click, ...kinds]).toEqual([click, 'asking', 'asking', 'paid']);
    }
  });

  test('is unreachable without a connection', async () => {
    reading.askForCustomer();
    away();
    await reading.send();
    expect(reading.customerSaysPaid.verdict?.kind).toBe('unreachable');
  });
});

test('a required read repeats after an outdated response', async () => {
  service.answer = payment('SUCCEEDED');
  await reading.send();
  reading.requireAnswer();
  service.answer = payment('IDENTIFIED');
  await reading.send();
  expect(reading.isAnswerRequired).toBe(true);
  expect(reading.dueIn(followed.record)).toBeGreaterThan(1_000);
  service.answer = payment('VOIDED');
  await reading.send();
  await reading.send();
  expect([followed.record.stage, reading.isAnswerRequired]).toEqual(['voided', false]);
});

describe('the response to a creation', () => {
  test('counts as an answer', () => {
    reading.activity.does('creating');
    reading.created(undefined);
    expect([reading.activity.doing, followed.counts.answered, followed.counts.tried]).toEqual([undefined, 1, 0]);
    expect(reading.dueIn(followed.record)).toBeGreaterThan(0);
  });

  test('is no verdict for an earlier click', () => {
    reading.customerSaysPaid.begin('asking');
    reading.created(undefined);
    expect([reading.customerSaysPaid.isAsking, reading.dueIn(followed.record)]).toEqual([true, 0]);
  });

  test('is the verdict when it refuses the creation', () => {
    followed.record = play(fresh(), { type: 'creation-refused', problem }).sale;
    reading.customerSaysPaid.begin('asking');
    reading.created(new TillError('network.refused', ''));
    expect(reading.customerSaysPaid.verdict?.kind).toBe('not-paid');
  });

  test('leads to a search when unknown', async () => {
    followed.record = searching;
    reading.created(undefined);
    await clock.advance(1_000);
    expect([reading.activity.doing?.code, reading.dueIn(followed.record), reading.silentFor]).toEqual([
      'searching',
      0,
      0,
    ]);
    reading.created(new TillError('network.reset', '', { acted: 'maybe' }));
    expect(reading.silentFor).toBe(1_000);
    expect(followed.counts).toMatchObject({ answered: 0, tried: 0 });
  });
});

describe('an ended sale', () => {
  const end = async () => {
    service.answer = payment('CANCELLED');
    await reading.send();
  };

  test('is settled a minute after the last possible payment', async () => {
    await end();
    await clock.advance(119_999);
    await reading.send();
    expect(followed.record.settled).toBe(false);
    await clock.advance(1);
    await reading.send();
    expect(followed.record.settled).toBe(true);
    expect(followed.happened.filter((event) => event === 'settled')).toHaveLength(1);
    await reading.send();
    expect(followed.happened.filter((event) => event === 'settled')).toHaveLength(1);
  });

  test('is not settled while the service continues the payment', async () => {
    await end();
    await clock.advance(120_000);
    service.answer = payment('IDENTIFIED');
    await reading.send();
    expect(followed.record.settled).toBe(false);
  });

  test.each([
    [
      'whose payment expires nobody knows when',
      () => {
        const { expiresAt: _none, ...rest } = ended('CANCELLED');
        followed.record = rest;
        service.answer = withoutExpiry('CANCELLED');
      },
    ],
    ['while nobody knows the service’s time', () => (followed.timeKnown = false)],
    ['that nobody finds', () => (followed.record = play(searching, absent).sale)],
  ])('%s is polled for a day with doubling pauses', async (_name, set) => {
    followed.record = ended('CANCELLED');
    service.answer = payment('CANCELLED');
    set();
    const asked: number[] = [];
    const begun = clock.now();
    while (!followed.record.settled) {
      await clock.advance(Math.max(1, Math.ceil(reading.dueIn(followed.record))));
      asked.push(Math.round((clock.now() - begun) / 1_000));
      await reading.send();
    }
    expect(asked.slice(0, 8)).toEqual([2, 10, 30, 60, 120, 240, 480, 960]);
    expect(asked.at(-1)).toBe(86_400);
    expect(asked.length).toBeLessThan(20);
  });

  test('is watched for a minute after a revoked reversal', async () => {
    for (const status of ['SUCCEEDED', 'VOIDED', 'VOIDED', 'SUCCEEDED']) {
      service.answer = payment(status);
      await clock.advance(30_000);
      await reading.send();
    }
    await clock.advance(59_999);
    await reading.send();
    expect([followed.record.stage, followed.record.settled]).toEqual(['paid', false]);
    await clock.advance(1);
    await reading.send();
    expect(followed.record.settled).toBe(true);
  });

  test('is watched by the wall clock after a restart', async () => {
    followed.record = { ...ended('CANCELLED'), endedAt: clock.now() - 119_000, expiresAt: clock.now() - 59_000 };
    service.answer = { ...payment('CANCELLED'), expiresAt: clock.now() - 59_000 };
    await reading.send();
    expect(followed.record.settled).toBe(false);
    clock.jump(-3_600_000);
    followed.skewMs = 3_600_000;
    await clock.advance(1_000);
    await reading.send();
    expect(followed.record.settled).toBe(true);
  });

  test('is watched from now if its end is in the future', async () => {
    followed.record = { ...ended('CANCELLED'), endedAt: clock.now() + 3_600_000 };
    service.answer = payment('CANCELLED');
    await reading.send();
    await clock.advance(120_000);
    await reading.send();
    expect(followed.record.settled).toBe(true);
  });
});
