import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { TransactionQuery } from '../../main/domain/payment-service.ts';
import type { JournalSeal } from '../../main/journal/sealing.ts';
import type { Permission } from '../../main/refund/manager-permission.ts';
import { memorySeal } from '../journal/memory-seal.ts';
import { Counter } from '../sale/counter.ts';

const HOUR_MS = 60 * 60 * 1000;
const cashier = { limit: 5_000, byManager: false };

let counter: Counter;
beforeEach(() => {
  counter = new Counter();
});

/** Requests a refund and returns `sent`, or the code of the refusal. */
async function refund(saleId: string, amount: number, byManager = false): Promise<string> {
  const started = counter.refunds.start({ saleId, amount }, { ...cashier, byManager }).then(
    () => 'sent',
    (thrown: { readonly code: string }) => thrown.code,
  );
  await counter.clock.advance(6_000);
  return started;
}

const payments = (count: number, amount = 8_000) =>
  Array.from({ length: count }).reduce<Promise<readonly string[]>>(
    async (before) => [...(await before), await counter.paidSale(amount)],
    Promise.resolve([]),
  );

/** Sets the machine's clock; the next response of the service reveals the skew. */
function setClock(byHours: number): void {
  counter.clock.jump(byHours * HOUR_MS);
  counter.skewMs -= byHours * HOUR_MS;
}

const sent = () => [...counter.service.refunds.values()].map(({ amount }) => amount);

/** Steps: a refund of the payment with that index, the time that passes, or the clock that is set, in hours. */
type Step =
  | readonly [payment: number, amount: number, outcome: string, byManager?: true]
  | { readonly hours?: number; readonly setHours?: number };

test.each<[string, ...Step[]]>([
  [
    'is shared by ten payments',
    [0, 5_000, 'sent'],
    ...Array.from({ length: 9 }, (_, n): Step => [n + 1, 5_000, 'pin.day']),
  ],
  ['is reached exactly', [0, 3_000, 'sent'], [1, 2_001, 'pin.day'], [1, 2_000, 'sent'], [2, 1, 'pin.day']],
  ['ignores approved refunds', [0, 6_000, 'sent', true], [1, 5_000, 'sent']],
  ['lasts 24 hours', [0, 5_000, 'sent'], { hours: 23 }, [1, 1, 'pin.day'], { hours: 1 }, [1, 5_000, 'sent']],
  ...[25, 24 * 400, -25].map((setHours): [string, ...Step[]] => [
    `outlasts a clock set by ${setHours} hours`,
    [0, 5_000, 'sent'],
    { setHours },
    [1, 1, 'pin.day'],
  ]),
  [
    'outlasts a clock set back for a while',
    { setHours: -48 },
    [0, 4_000, 'sent'],
    { setHours: 48 },
    [1, 1_001, 'pin.day'],
    [2, 1_000, 'sent'],
  ],
])('the limit of a day %s', async (_what, ...steps) => {
  const ids = await payments(Math.max(...steps.map((step) => ('length' in step ? step[0] : 0))) + 1);
  for (const step of steps) {
    if ('length' in step) expect(await refund(ids[step[0]] ?? '', step[1], step[3])).toBe(step[2]);
    else if (step.setHours !== undefined) setClock(step.setHours);
    else await counter.clock.advance((step.hours ?? 0) * HOUR_MS);
  }
  expect(sent()).toEqual(steps.flatMap((step) => ('length' in step && step[2] === 'sent' ? [step[1]] : [])));
});

test('parallel refunds of two payments share the limit', async () => {
  const both = (await payments(2)).map((saleId) => refund(saleId, 3_000));
  expect((await Promise.all(both)).toSorted()).toEqual(['pin.day', 'sent']);
  expect(sent()).toEqual([3_000]);
});

describe('the limit of a payment', () => {
  let saleId: string;
  beforeEach(async () => {
    saleId = await counter.paidSale(8_000);
  });
  const start = (amount: number, byManager = false) => counter.refund({ saleId, amount }, { ...cashier, byManager });

  test("counts this till's refunds", async () => {
    await expect(start(3_000)).resolves.toMatchObject({ neededManager: false });
    await expect(start(3_000)).rejects.toMatchObject({ code: 'pin.required', field: 'managerPin' });
    await expect(start(3_000, true)).resolves.toMatchObject({ neededManager: true });
    await expect(start(1)).rejects.toMatchObject({ code: 'pin.required' });
  });

  test("counts other tills' refunds", async () => {
    counter.service.listed = [counter.listed({ amount: 4_000 })];
    await expect(start(1_001)).rejects.toMatchObject({ code: 'pin.required' });
    await expect(start(1_000)).resolves.toMatchObject({ neededManager: false });
  });

  test('requires a manager when the lists are unavailable', async () => {
    counter.service.listFault = new TillError('service.unavailable', 'down', { retryable: true, status: 503 });
    await expect(start(100)).rejects.toMatchObject({ code: 'pin.elsewhere', field: 'managerPin' });
    expect(counter.service.count('create-refund')).toBe(0);
    await expect(start(3_500, true)).resolves.toMatchObject({ neededManager: false });
    // The paid amount counts, not the remainder.
    await expect(start(100)).rejects.toMatchObject({ code: 'pin.elsewhere' });
    saleId = await counter.paidSale(5_000);
    await expect(start(4_900)).resolves.toMatchObject({ neededManager: false });
  });
});

test('an old payment is searched in ranges of 30 days', async () => {
  const saleId = await counter.paidSale(8_000);
  const asked: string[] = [];
  const listed = [counter.listed({ amount: 500 })];
  counter.service.payoutRefunds = async function* (ask: TransactionQuery) {
    asked.push('startDate' in ask ? `${ask.startDate} ${ask.endDate}` : '');
    if (asked.length === 1) yield* listed;
  };
  counter.clock.jump(100 * 24 * HOUR_MS);
  expect(await refund(saleId, 100)).toBe('refund.found');
  expect(asked).toEqual([
    '2026-11-20 2026-12-20',
    '2026-12-21 2027-01-20',
    '2027-01-21 2027-02-20',
    '2027-02-21 2027-02-28',
  ]);
  expect(counter.view(saleId)).toMatchObject({ refundable: 7_500, refunds: [{ amount: 500 }] });
});

describe('the time of the service', () => {
  test('is learned from the read of the payment', async () => {
    const saleId = await counter.paidSale(8_000);
    const { service } = counter;
    const read = service.readPayment.bind(service);
    counter.refundTimeKnown = false;
    service.readPayment = (...ask) => {
      counter.refundTimeKnown = true;
      return read(...ask);
    };
    expect(await refund(saleId, 5_000)).toBe('sent');
  });

  test('unknown during a request requires a manager', async () => {
    const [first = '', second = ''] = await payments(2);
    expect(await refund(first, 5_000)).toBe('sent');
    counter.clock.jump(25 * HOUR_MS);
    const started = refund(second, 1);
    counter.refundTimeKnown = false;
    expect(await started).toBe('pin.time');
    expect(await refund(second, 1, true)).toBe('sent');
  });
});

describe('a keychain failing to store the anchor', () => {
  const seal = memorySeal();
  let answer: 'yes' | 'no' | 'nothing' | 'late';
  beforeEach(() => {
    answer = 'yes';
    const keepAnchor: JournalSeal['keepAnchor'] = async (place, anchor) => {
      if (answer === 'nothing') await new Promise(() => undefined);
      if (answer === 'late') await new Promise<void>((resolve) => counter.clock.after(2_000, resolve));
      if (answer === 'no') throw new TillError('keychain.locked', 'locked');
      return seal.keepAnchor(place, anchor);
    };
    seal.anchors.clear();
    counter = new Counter({ seal: { ...seal, keepAnchor } });
  });

  test.each(['no', 'nothing'] as const)('answering "%s" requires a manager for each refund', async (says) => {
    const [first = '', second = ''] = await payments(2);
    answer = says;
    expect(await refund(first, 1)).toBe('pin.keychain');
    expect(await refund(first, 1, true)).toBe('sent');
    answer = 'yes';
    expect(await refund(second, 5_000)).toBe(says === 'no' ? 'sent' : 'pin.keychain');
  });

  test('answering late does not send a request taken back', async () => {
    const [first = ''] = await payments(1);
    answer = 'late';
    const started = counter.refunds.start({ wish: 'press-1', saleId: first, amount: 1 }, cashier);
    started.catch(() => undefined);
    await counter.clock.advance(1_000);
    expect(counter.refunds.takeBack('press-1')).toBe('taken-back');
    await counter.clock.advance(6_000);
    await expect(started).rejects.toMatchObject({ code: 'refund.taken-back' });
    expect(sent()).toEqual([]);
  });

  test.each<readonly [Permission, boolean]>([
    [{ byManager: false }, false],
    [{ ...cashier, byManager: true }, true],
  ])('is not asked without a limit or with a manager: %j', async (permission, neededManager) => {
    const [saleId = ''] = await payments(1);
    answer = 'nothing';
    await expect(counter.refund({ saleId, amount: 8_000 }, permission)).resolves.toMatchObject({ neededManager });
  });
});
