import { beforeEach, describe, expect, test } from 'vitest';
import type { TillError } from '../../main/base/till-error.ts';
import { counter, givenCounter } from './counter.ts';
import { answering, fault, nextRead } from './scripted-reads.ts';
import { refused, reset } from './scripted-service.ts';

const MINUTE_MS = 60_000;
let saleId: string;

givenCounter();
beforeEach(async () => {
  counter.service.lifetimeMs = 15 * MINUTE_MS;
  saleId = await counter.waiting();
});

const view = () => counter.view(saleId);
const reads = () => counter.service.count('read');
const set = (status: string, more: object = {}) => counter.service.set(counter.service.last.paymentId, status, more);

describe('failing reads are shown, and lead to an unknown sale:', () => {
  const unreadable = () => fault('answer.schema', { retryable: true, status: 200 });
  const busy = () => fault('service.busy', { retryable: true, status: 429, retryAfterMs: 500 });

  test.each<readonly [string, () => TillError, string, string, shownFrom: number, unknownFrom: number]>([
    ['a network error is temporary', refused, 'offline', 'network.refused', 2, 9],
    ['an unreadable response may be temporary', unreadable, 'asking-again', 'answer.schema', 2, 3],
    ['Retry-After is no failure of the network', busy, 'asked-to-wait', 'service.busy', 1, 9],
    [
      'the till is refused, not the payment',
      () => fault('auth.authority', { status: 403 }),
      'asking-again',
      'sale.auth.authority',
      1,
      9,
    ],
    [
      'the payment is refused',
      () => fault('payment.not-found', { status: 404 }),
      'asking-again',
      'payment.not-found',
      1,
      1,
    ],
  ])('%s', async (_reason, error, doing, code, shownFrom, unknownFrom) => {
    const failures = [1, 2, 3, 4];
    answering(...failures.map(error));
    for (const failure of failures) {
      await nextRead();
      expect([failure, view().doing?.code, view().problem?.code]).toEqual([
        failure,
        ...(failure >= shownFrom ? [doing, code] : []),
        ...(failure >= shownFrom ? [] : [undefined, undefined]),
      ]);
      expect([failure, view().stage]).toEqual([failure, failure >= unknownFrom ? 'unknown' : 'waiting']);
    }
    await nextRead();
    expect([view().stage, view().doing, view().problem]).toEqual(['waiting', undefined, undefined]);
  });
});

test('a different failure is shown with the start of the first', async () => {
  answering(refused(), refused());
  await nextRead();
  await nextRead();
  const before = view().doing;
  answering(fault('network.dns', { retryable: true }));
  await nextRead();
  expect([view().problem?.code, view().doing]).toEqual(['network.dns', before]);
});

test('a response about a different payment is no answer', async () => {
  set('SUCCEEDED', { amount: 1 });
  counter.sales.open(saleId);
  await nextRead();
  await nextRead();
  expect(view()).toMatchObject({
    stage: 'waiting',
    doing: { code: 'asking-again' },
    problem: { code: 'sale.other-payment', message: expect.stringMatching(/\w/), retryable: true },
  });
  await counter.clock.advance(35_000);
  expect(view().leavable).toBe(true);
});

describe('a replaced read', () => {
  test('has no effect, however late its response', async () => {
    const { service, clock } = counter;
    const read = service.readPayment.bind(service);
    service.readPayment = async () => {
      service.readPayment = read;
      await counter.sales.customerSaysPaid(saleId);
      await new Promise<void>((resolve) => clock.after(100, resolve));
      return { ...service.last, status: 'SUCCEEDED' };
    };
    await clock.advance(2_000);
    expect([view().stage, view().verdict?.kind]).toEqual(['waiting', 'not-paid']);
  });

  test('counts as no failure', async () => {
    answering('PENDING', reset());
    counter.service.latencyMs = 300;
    await counter.clock.advance(1_200);
    expect(counter.service.underway).toBe(1);
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(310);
    expect(view().verdict?.kind).toBe('asking');
  });
});

describe('after three idle minutes polling slows down, until', () => {
  beforeEach(async () => {
    await counter.clock.advance(181_000);
    await nextRead();
    await nextRead();
    expect(Math.abs((await nextRead()) - 2_500)).toBeLessThan(251);
  });

  test.each<readonly [string, ms: number, () => unknown]>([
    ['the payment changes status', 450, () => set('IDENTIFIED')],
    [
      'the outcome of a cancel is known',
      1_050,
      () => {
        counter.service.fail('cancel', { error: fault('payment.not-cancellable', { status: 409 }), acts: false });
        return counter.sales.cancel(saleId);
      },
    ],
  ])('%s', async (_event, ms, happens) => {
    await happens();
    await nextRead();
    expect(Math.abs((await nextRead()) - ms)).toBeLessThan(0.11 * ms);
  });
});

describe('a paid sale', () => {
  beforeEach(async () => {
    set('SUCCEEDED');
    await nextRead();
    expect(view().stage).toBe('paid');
  });

  test.each<readonly [string, readonly string[], stage: string, verdict: string]>([
    ['one response is not believed', ['VOIDED', 'SUCCEEDED'], 'paid', 'paid'],
    ['a second response confirms', ['VOIDED', 'VOIDED'], 'voided', 'not-paid'],
    ['an outdated response confirms nothing', ['VOIDED', 'AUTHORIZED', 'SUCCEEDED'], 'paid', 'paid'],
    [
      'an outdated response delays',
      ['AUTHORIZED', 'AUTHORIZED', 'VOIDED', 'AUTHORIZED', 'AUTHORIZED', 'VOIDED'],
      'voided',
      'not-paid',
    ],
    ['an outdated response is no verdict', ['IDENTIFIED', 'CANCELLED', 'CANCELLED'], 'cancelled', 'not-paid'],
    ['three outdated responses end the question', ['IDENTIFIED', 'IDENTIFIED', 'IDENTIFIED'], 'paid', 'paid'],
  ])('is reversed when certain: %s', async (_reason, statuses, stage, verdict) => {
    for (const _click of [1, 2]) {
      const before = reads();
      answering(...statuses);
      await counter.sales.customerSaysPaid(saleId);
      await counter.clock.advance(900);
      expect([view().stage, view().verdict?.kind, reads() - before]).toEqual([stage, verdict, statuses.length]);
      if (stage !== 'paid') return;
    }
  });
});

test('a contradicted payment is read until a current response', async () => {
  set('SUCCEEDED');
  await nextRead();
  await counter.clock.advance(5_000);
  answering('AUTHORIZED', 'VOIDED', 'AUTHORIZED', 'VOIDED');
  await counter.sales.onCallback({ ...counter.service.last, status: 'VOIDED' });
  await counter.clock.advance(90_000);
  expect(view().stage).toBe('voided');
});

describe('a search', () => {
  beforeEach(async () => {
    set('CANCELLED');
    await nextRead();
    await counter.sales.dismiss(saleId);
    counter.service.fail('create', { error: reset(), acts: true });
    counter.service.searchLagMs = 5_000;
    saleId = await counter.waiting();
  });

  test('is shown, then its failure', async () => {
    expect(view()).toMatchObject({ stage: 'unknown', doing: { code: 'searching' } });
    counter.service.offline = true;
    await counter.clock.advance(4_000);
    expect(view().doing?.code).toBe('offline');
    const shown: unknown[] = [];
    counter.sales.onChange(() => shown.push(view().doing?.code));
    await counter.clock.advance(10_000);
    expect(shown).not.toContain('searching');
  });

  test('without a result ends the wait at the start', async () => {
    counter.service.searchLagMs = 60_000;
    await counter.restart();
    await counter.recover();
    expect([view().stage, counter.sales.recovery.open]).toEqual(['unknown', 1]);
  });

  test('that is replaced has no effect', async () => {
    const { service, clock } = counter;
    const search = service.searchPage.bind(service);
    service.searchPage = async () => {
      service.searchPage = search;
      await counter.sales.customerSaysPaid(saleId);
      await new Promise<void>((resolve) => clock.after(100, resolve));
      return { items: [service.last], number: 0, totalPages: 1, totalElements: 1 };
    };
    await clock.advance(3_000);
    expect([view().stage, view().verdict?.kind]).toEqual(['unknown', 'not-found']);
  });

  test('that finds the payment is followed by a read at once', async () => {
    counter.service.offline = true;
    await counter.clock.advance(200_000);
    counter.service.offline = false;
    counter.sales.networkReturned();
    await counter.clock.advance(50);
    expect([view().stage, counter.service.calls.at(-1)?.operation]).toEqual(['waiting', 'read']);
    await nextRead();
    expect(Math.abs((await nextRead()) - 1_050)).toBeLessThan(110);
  });

  test('is not sent at its turn once a callback names the payment', async () => {
    await counter.sales.dismiss(saleId);
    let go = () => {};
    counter.service.turn = new Promise((resolve) => {
      go = resolve;
    });
    const before = counter.service.count('search');
    await counter.clock.advance(30_000);
    await counter.sales.onCallback({ ...counter.service.last });
    counter.service.turn = undefined;
    go();
    await counter.clock.advance(100);
    expect([counter.service.count('search') - before, view().deeplink]).toEqual([
      0,
      counter.service.last.links.deeplink,
    ]);
    expect(view().problem).toBeUndefined();
  });
});

test('a creation without any answer makes the sale leavable', async () => {
  set('CANCELLED');
  await nextRead();
  await counter.sales.dismiss(saleId);
  counter.service.fail('create', { error: reset(), acts: true });
  counter.service.fail('search', { error: reset(), acts: false, takesMs: 60_000 });
  saleId = await counter.waiting();
  await counter.clock.advance(31_000);
  expect(view().leavable).toBe(true);
});

describe('at its expiry a payment', () => {
  test('is shown as being checked until it has ended', async () => {
    await counter.clock.advance(15 * MINUTE_MS - 1_000);
    expect(view().doing).toBeUndefined();
    counter.service.latencyMs = 500;
    await counter.clock.advance(1_300);
    expect([view().doing?.code, view().timeLeftMs]).toEqual(['checking-expiry', 0]);
    set('EXPIRED');
    await counter.clock.advance(3_000);
    expect([view().stage, view().doing]).toEqual(['expired', undefined]);
  });

  test.each([
    [-3_000, 0],
    [3_000, 0],
    [-3_001, 3_001],
    [3_001, -3_001],
  ])('has the countdown of its creation within 3 s of drift (%i ms)', async (driftMs, correctedMs) => {
    await counter.clock.advance(10_000);
    const left = (view().timeLeftMs ?? 0) + counter.clock.monotonic();
    counter.skewMs = driftMs;
    await nextRead();
    expect((view().timeLeftMs ?? 0) + counter.clock.monotonic() - left).toBe(correctedMs);
  });
});

describe('an ended sale', () => {
  const openSales = () => counter.journal.openSales().map(({ saleId }) => saleId);
  const endedAs = async (status: string) => {
    set(status);
    await nextRead();
  };

  test('is settled a minute after the last possible payment', async () => {
    counter.timeKnown = true;
    const left = view().timeLeftMs ?? 0;
    await endedAs('CANCELLED');
    await counter.clock.advance(left + 50_000);
    expect(openSales()).toEqual([saleId]);
    await counter.clock.advance(15_000);
    expect(openSales()).toEqual([]);
  });

  test('is not settled while the service continues the payment', async () => {
    counter.timeKnown = true;
    await endedAs('CANCELLED');
    set('IDENTIFIED');
    await counter.clock.advance(60 * MINUTE_MS);
    expect(openSales()).toEqual([saleId]);
    set('CANCELLED');
    await counter.clock.advance(31_000);
    expect(openSales()).toEqual([]);
  });

  /** Charges again, after the end of the first sale. */
  async function next(): Promise<void> {
    await endedAs('CANCELLED');
    await counter.sales.dismiss(saleId);
    saleId = await counter.waiting();
  }

  test.each<readonly [string, () => Promise<void>]>([
    [
      'its expiry is unknown',
      async () => {
        counter.timeKnown = true;
        const { service } = counter;
        const create = service.createStaticQr.bind(service);
        service.createStaticQr = async (body, options) => {
          await create(body, options);
          delete service.payments.get(service.last.paymentId)?.expiresAt;
          return { ...service.last };
        };
        await next();
        await endedAs('CANCELLED');
      },
    ],
    ["the service's time is unknown", () => endedAs('CANCELLED')],
    [
      'its payment is nowhere',
      async () => {
        counter.timeKnown = true;
        counter.service.fail('create', { error: reset(), acts: false });
        await next();
        await counter.clock.advance(2 * MINUTE_MS);
        expect(view().ending).toBe('never-created');
      },
    ],
  ])('is read for a day with doubling pauses: %s', async (_reason, end) => {
    await end();
    const endedAt = (view().endedAt ?? 0) - counter.clock.now() + counter.clock.monotonic();
    await counter.clock.advance(25 * 60 * MINUTE_MS);
    const { paymentId, reference } = view();
    const at = counter.service.calls
      .filter((call) => [paymentId, reference].includes(call.detail) && call.at > endedAt)
      .map((call) => Math.round((call.at - endedAt) / 1_000));
    expect(at.slice(0, 8)).toEqual([2, 10, 30, 60, 120, 240, 480, 960]);
    expect(at.at(-1)).toBe(86_400);
    expect(at.length).toBeLessThan(20);
    expect(openSales()).toEqual([]);
  });

  test('is watched for a minute after a revoked reversal', async () => {
    await endedAs('SUCCEEDED');
    answering('VOIDED', 'VOIDED');
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(100);
    expect(view().stage).toBe('voided');
    await endedAs('SUCCEEDED');
    await counter.clock.advance(59_000);
    expect([view().stage, openSales()]).toEqual(['paid', [saleId]]);
    await counter.clock.advance(2_000);
    expect(openSales()).toEqual([]);
  });

  test.each([
    ['by the wall clock after a restart', 0, 0],
    ['from now if its end is in the future', -60 * MINUTE_MS, 60 * MINUTE_MS],
  ])('is watched %s', async (_how, jump, skewMs) => {
    counter.timeKnown = true;
    const left = view().timeLeftMs ?? 0;
    await endedAs('CANCELLED');
    await counter.clock.advance(left);
    await counter.restart();
    counter.clock.jump(jump);
    counter.skewMs = skewMs;
    await counter.recover();
    await counter.clock.advance(50_000);
    expect(openSales()).toEqual([saleId]);
    await counter.clock.advance(30_000);
    expect(openSales()).toEqual([]);
  });
});
