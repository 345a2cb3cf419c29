import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { away, clock, failing, followed, givenPolledSale, reading, service } from './polled-sale.ts';
import { AT, fresh, payment, play, problem, unanswered, waiting } from './sale-states.ts';

const known = waiting();
const searching = unanswered();

givenPolledSale();

const unreadable = () => failing('answer.schema', { retryable: true, status: 200 });
describe('a request', () => {
  test('is sent once without retries', async () => {
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

  test('has no effect once aborted by a newer request', async () => {
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

  test('does not abort later requests when replaced', async () => {
    await reading.send();
    reading.readNow();
    const going = reading.send();
    await going;
    expect(followed.happened).toEqual(['seen', 'seen']);
  });

  test('aborts a search in the same way', async () => {
    followed.record = searching;
    service.found = [payment('PENDING')];
    service.meanwhile = () => reading.readNow();
    await reading.send();
    expect(followed.happened).toEqual([]);
  });

  test('is unanswered if the response is for a different payment', async () => {
    service.answer = payment('SUCCEEDED', { amount: 1 });
    reading.requireAnswer();
    await reading.send();
    await reading.send();
    expect([followed.record.stage, reading.isAnswerRequired, followed.counts.answered]).toEqual(['waiting', true, 0]);
    expect(followed.record.problem?.code).toBe('sale.other-payment');
    expect(reading.activity.trouble).toMatchObject({ code: 'sale.other-payment', retryable: true });
    expect(reading.activity.doing?.code).toBe('asking-again');
  });

  test('stays required until answered', async () => {
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

test('a search gives way once the payment id is known', async () => {
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

  test('reads a found payment at once', async () => {
    service.found = [payment('PENDING')];
    await reading.send();
    expect([followed.record.creation, followed.happened]).toEqual(['known', ['created']]);
    expect(reading.dueIn(followed.record)).toBe(0);
    expect(followed.counts).toMatchObject({ answered: 1, tried: 0 });
    expect(reading.activity.doing).toBeUndefined();
    expect(reading.countdown.left).toBeUndefined();
  });

  test('continues after an empty result', async () => {
    await reading.send();
    expect([followed.happened, reading.activity.doing?.code]).toEqual([[], 'searching']);
    expect(followed.counts).toMatchObject({ answered: 0, tried: 1 });
    expect(reading.dueIn(followed.record)).toBeCloseTo(2_300);
  });

  test('shows as searching, then as the failure', async () => {
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

describe('after three idle minutes polling slows down, until', () => {
  const lasting = { expiresAt: AT + 900_000 };

  beforeEach(async () => {
    followed.record = { ...known, ...lasting };
    service.answer = payment('PENDING', lasting);
    await clock.advance(180_001);
    await reading.send();
    expect(reading.dueIn(followed.record)).toBeCloseTo(2_500);
  });

  test('the payment changes status', async () => {
    service.answer = payment('IDENTIFIED', lasting);
    await reading.send();
    expect(reading.dueIn(followed.record)).toBeCloseTo(450);
  });

  test('the outcome of a cancel is known', async () => {
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

describe('a failure', () => {
  test('is shown from the second time on', async () => {
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

  test('is shown at once when permanent', async () => {
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

  test('makes the payment unknown after three unreadable answers', async () => {
    unreadable();
    await reading.send();
    await reading.send();
    expect(followed.record.stage).toBe('waiting');
    await reading.send();
    expect(followed.record).toMatchObject({ stage: 'unknown', problem: { code: 'answer.schema' } });
  });

  test('makes the payment unknown at once when permanent', async () => {
    away();
    for (let time = 0; time < 4; time += 1) await reading.send();
    expect(followed.record.stage).toBe('waiting');
    service.failure = undefined;
    await reading.send();
    failing('payment.not-found', { status: 404 });
    await reading.send();
    expect(followed.record.stage).toBe('unknown');
  });

  test('counts as silence since the last answer', async () => {
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

describe('a paid sale', () => {
  test('is reversed only by a second matching answer', async () => {
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

  test('is not reversed by an answer older than the payment', async () => {
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

test('an unrecognised status counts as an answer', async () => {
  service.answer = payment('ON_HOLD');
  await reading.send();
  expect([followed.record.stage, followed.counts]).toMatchObject(['unknown', { answered: 1, tried: 0 }]);
});

test('the countdown starts at the first answer with an expiry', async () => {
  const { expiresAt: _none, ...rest } = waiting();
  followed.record = rest;
  service.answer = payment('IDENTIFIED');
  await reading.send();
  expect(reading.countdown.left).toBe(60_000);
});

describe('after its expiry', () => {
  test('the till shows the check until the service answers', async () => {
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
