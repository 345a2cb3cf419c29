import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { away, clock, failing, followed, givenPolledSale, reading, service } from './polled-sale.ts';
import { AT, fresh, payment, play, problem, unanswered, waiting } from './sale-states.ts';

const known = waiting();
const searching = unanswered();

givenPolledSale();

const unreadable = () => failing('answer.schema', { retryable: true, status: 200 });
describe('a question', () => {
  test('is one request that is not repeated by itself, one at a time', async () => {
    const going = reading.send();
    expect(reading.dueIn(followed.record)).toBe(Number.POSITIVE_INFINITY);
    await going;
    expect(reading.dueIn(followed.record)).toBeCloseTo(1_050);
    expect(service.asked).toEqual([
      {
        what: 'read',
        options: {
          signal: expect.any(AbortSignal),
          retry: 'never',
          urgency: 'screen',
          isStillDue: expect.any(Function),
        },
      },
    ]);
    expect(followed.happened).toEqual(['seen']);
    expect(followed.counts).toMatchObject({ tried: 0, answered: 1 });
    expect(followed.budget.isIdle).toBe(false);
  });

  test('that is broken off by a newer one says nothing, whether answered or failed', async () => {
    service.meanwhile = () => reading.readNow();
    await reading.send();
    away();
    await reading.send();
    expect([followed.happened, followed.counts, reading.silentFor]).toEqual([
      [],
      { changed: 0, tried: 0, answered: 0 },
      0,
    ]);
    expect(reading.dueIn(followed.record)).toBe(0);
  });

  test('that is broken off by a newer one breaks off no later one', async () => {
    await reading.send();
    reading.readNow();
    const going = reading.send();
    await going;
    expect(followed.happened).toEqual(['seen', 'seen']);
  });

  test('breaks off a search in the same way', async () => {
    followed.record = searching;
    service.found = [payment('PENDING')];
    service.meanwhile = () => reading.readNow();
    await reading.send();
    expect(followed.happened).toEqual([]);
  });

  test('whose answer is about another payment is no answer', async () => {
    service.answer = payment('SUCCEEDED', { amount: 1 });
    reading.requireAnswer();
    await reading.send();
    await reading.send();
    expect([followed.record.stage, reading.isAnswerRequired, followed.counts.answered]).toEqual(['waiting', true, 0]);
    expect(followed.record.problem?.code).toBe('sale.other-payment');
    expect(reading.activity.trouble).toMatchObject({ code: 'sale.other-payment', retryable: true });
    expect(reading.activity.doing?.code).toBe('asking-again');
  });

  test('is owed until there is an answer', async () => {
    expect(reading.isAnswerRequired).toBe(false);
    reading.requireAnswer();
    expect(reading.dueIn(followed.record)).toBe(0);
    away();
    await reading.send();
    expect(reading.isAnswerRequired).toBe(true);
    service.failure = undefined;
    await reading.send();
    expect(reading.isAnswerRequired).toBe(false);
  });
});

test('a search gives way to a read where the payment is named before its turn', async () => {
  followed.record = searching;
  failing('aborted', { acted: 'no' });
  await reading.send();
  const isStillDue = service.asked[0]?.options.isStillDue;
  expect(isStillDue?.()).toBe(true);
  followed.record = known;
  expect([isStillDue?.(), reading.activity.trouble, reading.dueIn(known)]).toEqual([false, undefined, 0]);
});

describe('a search', () => {
  beforeEach(() => {
    followed.record = searching;
  });

  test('that finds the payment is told, and the payment is read at once for its code', async () => {
    service.found = [payment('PENDING')];
    await reading.send();
    expect([followed.record.creation, followed.happened]).toEqual(['known', ['created']]);
    expect(reading.dueIn(followed.record)).toBe(0);
    expect(followed.counts).toMatchObject({ answered: 1, tried: 0 });
    expect(reading.activity.doing).toBeUndefined();
    expect(reading.countdown.left).toBeUndefined();
  });

  test('that finds nothing says nothing yet, and goes on', async () => {
    await reading.send();
    expect([followed.happened, reading.activity.doing?.code]).toEqual([[], 'searching']);
    expect(followed.counts).toMatchObject({ answered: 0, tried: 1 });
    expect(reading.dueIn(followed.record)).toBeCloseTo(2_300);
  });

  test('is told as a search while it is under way, and as what failed after that', async () => {
    let under: string | undefined;
    service.meanwhile = () => {
      under = reading.activity.doing?.code;
    };
    await reading.send();
    expect(under).toBe('searching');
    away();
    await reading.send();
    await reading.send();
    await reading.send();
    expect(under).toBe('offline');
  });
});

describe('nothing new for three minutes slows the till down, until', () => {
  const lasting = { expiresAt: AT + 900_000 };

  beforeEach(async () => {
    followed.record = { ...known, ...lasting };
    service.answer = payment('PENDING', lasting);
    await clock.advance(180_001);
    await reading.send();
    expect(reading.dueIn(followed.record)).toBeCloseTo(2_500);
  });

  test('the payment moves on', async () => {
    service.answer = payment('IDENTIFIED', lasting);
    await reading.send();
    expect(reading.dueIn(followed.record)).toBeCloseTo(450);
  });

  test('it is known what became of a cancel', async () => {
    followed.record = play(
      { ...known, ...lasting },
      { type: 'cancel-asked' },
      { type: 'cancel-refused', problem },
    ).sale;
    await reading.send();
    expect([followed.record.cancelDue, followed.record.stage]).toEqual(['no', 'waiting']);
    expect(reading.dueIn(followed.record)).toBeCloseTo(1_050);
  });

  test('a search finds the payment', async () => {
    followed.record = searching;
    await reading.send();
    expect(reading.dueIn(followed.record)).toBeCloseTo(2_500);
    service.found = [payment('PENDING', lasting)];
    await reading.send();
    await reading.send();
    expect(reading.dueIn(followed.record)).toBeCloseTo(1_050);
  });

  test('a creation is answered', () => {
    reading.created(undefined);
    expect(reading.dueIn(followed.record)).toBeCloseTo(1_050);
  });
});

describe('what has failed', () => {
  test('once is not told, twice it is', async () => {
    away();
    await reading.send();
    expect([followed.counts.tried, reading.activity.doing]).toEqual([1, undefined]);
    await reading.send();
    expect(reading.activity.doing?.code).toBe('offline');
    expect([reading.activity.trouble?.code, followed.counts.changed]).toEqual(['network.refused', 1]);
    service.failure = undefined;
    await reading.send();
    expect([reading.activity.doing, reading.activity.trouble]).toEqual([undefined, undefined]);
  });

  test('and cannot come right by itself is told at once, as is a wish to wait', async () => {
    failing('auth.authority', { status: 403 });
    await reading.send();
    expect(reading.activity.trouble?.code).toBe('sale.auth.authority');
    service.failure = undefined;
    await reading.send();
    failing('service.busy', { status: 429, retryable: true, retryAfterMs: 5_000 });
    await reading.send();
    expect(reading.activity.doing?.code).toBe('asked-to-wait');
    expect(reading.dueIn(followed.record)).toBe(5_000);
  });

  test('three times with answers that say nothing leaves the payment unknown', async () => {
    unreadable();
    await reading.send();
    await reading.send();
    expect(followed.record.stage).toBe('waiting');
    await reading.send();
    expect(followed.record).toMatchObject({ stage: 'unknown', problem: { code: 'answer.schema' } });
  });

  test('for good leaves it unknown at once; faults on the way never do', async () => {
    away();
    for (let time = 0; time < 4; time += 1) await reading.send();
    expect(followed.record.stage).toBe('waiting');
    service.failure = undefined;
    await reading.send();
    failing('payment.not-found', { status: 404 });
    await reading.send();
    expect(followed.record.stage).toBe('unknown');
  });

  test('counts as silence from the last answer on', async () => {
    await clock.advance(5_000);
    expect(reading.silentFor).toBe(0);
    await reading.send();
    away();
    await clock.advance(3_000);
    await reading.send();
    await clock.advance(4_000);
    expect(reading.silentFor).toBe(7_000);
    service.failure = undefined;
    await reading.send();
    expect(reading.silentFor).toBe(0);
    followed.budget.obeyRetryAfter(new TillError('service.busy', '', { retryAfterMs: 60_000 }), 'screen');
    await clock.advance(2_000);
    expect(reading.silentFor).toBe(2_000);
  });
});

describe('a sale that was paid', () => {
  test('is taken back by the second answer that says so, which is asked for at once', async () => {
    service.answer = payment('SUCCEEDED');
    await reading.send();
    service.answer = payment('EXPIRED');
    reading.requireAnswer();
    await reading.send();
    expect([followed.record.stage, reading.isAnswerRequired, reading.dueIn(followed.record)]).toEqual([
      'paid',
      true,
      0,
    ]);
    expect(followed.counts.answered).toBe(2);
    await reading.send();
    expect([followed.record.stage, reading.isAnswerRequired]).toEqual(['expired', false]);
  });

  test('is not taken back by an answer that is older than the word that it was paid', async () => {
    service.answer = payment('EXPIRED');
    service.meanwhile = () => followed.apply({ type: 'seen', payment: payment('SUCCEEDED'), via: 'callback' });
    await reading.send();
    service.meanwhile = () => undefined;
    service.answer = payment('SUCCEEDED');
    await reading.send();
    expect([followed.record.stage, reading.isAnswerRequired]).toEqual(['paid', false]);
    service.answer = payment('EXPIRED');
    await reading.send();
    expect(followed.record.stage).toBe('paid');
  });
});

test('a status that the till does not know is an answer', async () => {
  service.answer = payment('ON_HOLD');
  await reading.send();
  expect([followed.record.stage, followed.counts]).toMatchObject(['unknown', { answered: 1, tried: 0 }]);
});

test('the time left is known from the first answer that tells it', async () => {
  const { expiresAt: _none, ...rest } = waiting();
  followed.record = rest;
  service.answer = payment('IDENTIFIED');
  await reading.send();
  expect(reading.countdown.left).toBe(60_000);
});

describe('once its time is over', () => {
  test('the till says that it is checking, until the service says what became of it', async () => {
    reading.note(fresh(), known);
    expect(reading.countdown.left).toBe(60_000);
    await clock.advance(59_999);
    await reading.send();
    expect(reading.activity.doing).toBeUndefined();
    await clock.advance(1);
    let under: string | undefined;
    service.meanwhile = () => {
      under = reading.activity.doing?.code;
    };
    await reading.send();
    expect([under, reading.activity.doing?.code]).toEqual(['checking-expiry', 'checking-expiry']);
    service.answer = payment('EXPIRED');
    await reading.send();
    expect([followed.record.stage, reading.activity.doing]).toEqual(['expired', undefined]);
    await reading.send();
    expect(under).toBeUndefined();
  });
});
