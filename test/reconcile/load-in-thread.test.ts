import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { createLoadInThread } from '../../main/reconcile/load-in-thread.ts';
import { openPayoutStore } from '../../main/reconcile/payout-store.ts';
import { id, listed, OWN_PROFILE, payout } from './scripted-lists.ts';
import { tillWithPayouts } from './till-with-payouts.ts';

/** Loading in a worker thread from the real source file: results and failures. */

// Each thread loads its sources again: seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const workers: Worker[] = [];
const seen = (worker: Worker) => workers.push(worker);
beforeEach(() => {
  workers.length = 0;
  process.on('worker', seen);
});
afterEach(() => {
  process.off('worker', seen);
});

const DAY = '2026-03-10';
const manyPayments = (count: number) =>
  Array.from({ length: count }, (_, index) => listed(`p${index}`, 100, `${DAY}T09:00:00Z`));

test('matches in the thread, and the main thread reads results', async () => {
  const till = tillWithPayouts({ thread: true });
  till.sale({ paymentId: 'ours', amount: 250, at: `${DAY}T09:00:00Z` });
  till.sale({ paymentId: 'lost', amount: 400, at: `${DAY}T08:00:00Z` });
  const refunded = till.sale({ paymentId: 'back', amount: 300, at: `${DAY}T08:10:00Z` });
  till.refund(refunded, { refundId: 'r1', amount: 300, at: `${DAY}T08:20:00Z` });
  till.lists.payouts = [
    payout('paid', `${DAY}T10:00:00Z`, { totalPayments: 2, totalPaymentAmount: 550, payoutAmount: 550 }),
  ];
  till.lists.payments = [
    listed('ours', 250, `${DAY}T09:00:00Z`, {
      payoutId: id('paid'),
      reference: 'TILL42-260320-ours',
    }),
    listed('back', 300, `${DAY}T08:10:00Z`, { payoutId: id('paid') }),
    listed('theirs', 100, `${DAY}T09:00:00Z`),
  ];
  till.lists.refunds = [listed('back', 300, `${DAY}T08:20:00Z`, { refundId: id('r1') })];
  const overview = await till.fetched(DAY);
  expect(overview).toMatchObject({ stage: 'complete', payouts: 1, notListed: 0, unverifiedAnswers: 0 });
  expect(overview).not.toHaveProperty('problem');
  expect(till.summed('matched')).toEqual([2, 550]);
  expect(till.summed('matched', 'refund')).toEqual([1, 300]);
  expect(till.summed('missing-at-service')).toEqual([1, 400]);
  expect(till.summed('till-unknown')).toEqual([1, 100]);
  expect(workers).toHaveLength(1);
});

test.each([0, 8])('an answer %i bytes into a shared buffer is copied alone', async (offset) => {
  const till = tillWithPayouts({ thread: true });
  till.lists.payments = manyPayments(2);
  const { rawPage } = till.lists.service;
  till.lists.service.rawPage = async (...asked) => {
    const { response, ...rest } = await rawPage(...asked);
    const shared = new Uint8Array(response.body.length + 16);
    shared.set(response.body, offset);
    const body = shared.subarray(offset, offset + response.body.length);
    return { ...rest, response: { ...response, body } };
  };
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'complete', unverifiedAnswers: 0 });
  expect(till.summed('till-unknown')).toEqual([2, 200]);
});

test('an unverified answer is marked and not matched', async () => {
  const till = tillWithPayouts({ thread: true });
  till.sale({ paymentId: 'ours', amount: 250, at: `${DAY}T09:00:00Z` });
  till.lists.payments = [listed('ours', 250, `${DAY}T09:00:00Z`)];
  till.lists.before = ({ list }) => (list === 'payments' ? 'verify.signature-mismatch' : undefined);
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'complete', unverifiedAnswers: 1 });
  expect(till.summed('unverified')).toEqual([1, 250]);
});

test('a payment named only by a refund is read', async () => {
  const till = tillWithPayouts({ thread: true });
  const readPayment = vi.spyOn(till.lists.service, 'readPayment');
  till.lists.refunds = [listed('gone', 300, `${DAY}T08:20:00Z`, { refundId: id('r1') })];
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'complete' });
  expect(till.summed('no-payment', 'refund')).toEqual([1, 300]);
  expect(readPayment.mock.calls).toEqual([[id('gone'), expect.objectContaining({ urgency: 'background' })]]);
});

test('a service error is reported, and loading can resume', async () => {
  const till = tillWithPayouts({ thread: true });
  till.lists.payments = manyPayments(12);
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 2)
      throw new TillError('service.busy', 'Later', { status: 429, retryable: true, traceId: 'trace-1' });
    return undefined;
  };
  expect(await till.fetched(DAY)).toMatchObject({
    stage: 'stopped',
    problem: { code: 'service.busy', retryable: true, traceId: 'trace-1' },
  });
  till.lists.before = () => undefined;
  till.reconciliation.resume();
  expect(await till.ended()).toMatchObject({ stage: 'complete', notListed: 0 });
  expect(till.summed('till-unknown')).toEqual([12, 1_200]);
});

test('an answer against the schema stops loading', async () => {
  const till = tillWithPayouts({ thread: true });
  till.lists.payments = [listed('a', 100, `${DAY}T09:00:00Z`, { merchantName: '' })];
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'stopped', problem: { code: 'answer.schema' } });
});

test('an unreadable journal is reported', async () => {
  const { clock, file: storeFile, lists } = tillWithPayouts({ thread: true });
  const file = join(dirname(storeFile), 'damaged.sqlite');
  writeFileSync(file, 'this is no database, but a text that is long enough to be taken for the head of one'.repeat(9));
  const onDamage = vi.fn();
  const load = createLoadInThread({
    service: lists.service,
    journal: { file, flush: () => true },
    clock,
    isSelling: () => false,
    report: () => undefined,
    onDamage,
  });
  openPayoutStore(storeFile).close();
  const days = { from: DAY, to: DAY };
  const order = { storeFile, days, own: { posId: 'TILL42', profileId: OWN_PROFILE }, shifts: [] };
  await expect(load(order, new AbortController().signal)).rejects.toMatchObject({ code: 'journal.damaged' });
  expect(onDamage).toHaveBeenCalledOnce();
});

test('loading stops on request and resumes after a restart', async () => {
  const till = tillWithPayouts({ thread: true });
  till.lists.payments = manyPayments(12);
  let stopping: Promise<void> | undefined;
  till.lists.before = ({ list, page }) => {
    if (list === 'payments' && page === 2) stopping = till.reconciliation.cancel();
    return undefined;
  };
  await till.reconciliation.load({ from: DAY, to: DAY });
  const stopped = await till.ended();
  await stopping;
  expect(stopped).toMatchObject({ stage: 'stopped' });
  expect(stopped).not.toHaveProperty('problem');
  till.lists.before = () => undefined;
  const before = till.lists.asked.length;
  await till.restart();
  till.reconciliation.resume();
  expect(await till.ended()).toMatchObject({ stage: 'complete', notListed: 0 });
  expect(till.lists.asked.slice(before).filter(({ list }) => list === 'payments')[0]?.page).toBeGreaterThanOrEqual(2);
  expect(till.summed('till-unknown')).toEqual([12, 1_200]);
});

test('a thread crash is reported, and a new thread resumes', async () => {
  const till = tillWithPayouts({ thread: true });
  till.lists.payments = manyPayments(12);
  till.lists.before = async ({ list, page }) => {
    if (list === 'payments' && page === 2) await workers[0]?.terminate();
    return undefined;
  };
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'stopped', problem: { code: 'internal' } });
  expect(till.summed('till-unknown')).toEqual([6, 600]);
  till.lists.before = () => undefined;
  till.reconciliation.resume();
  expect(await till.ended()).toMatchObject({ stage: 'complete', notListed: 0 });
  expect(till.summed('till-unknown')).toEqual([12, 1_200]);
  expect(workers).toHaveLength(2);
});

test('closing waits until the thread releases its files', async () => {
  const till = tillWithPayouts({ thread: true });
  till.lists.payments = manyPayments(12);
  const asked = Promise.withResolvers<void>();
  till.lists.before = ({ list }) => {
    if (list === 'payments') asked.resolve();
    return undefined;
  };
  await till.reconciliation.load({ from: DAY, to: DAY });
  await asked.promise;
  await till.restart();
  expect(workers[0]?.threadId).toBe(-1);
});

test('unflushed events are matched in the main thread', async () => {
  const till = tillWithPayouts({ thread: true });
  till.sale({ paymentId: 'ours', amount: 250, at: `${DAY}T09:00:00Z` });
  vi.spyOn(till.journal, 'flush').mockReturnValue(false);
  till.lists.payments = [listed('ours', 250, `${DAY}T09:00:00Z`)];
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'complete' });
  expect(till.summed('matched')).toEqual([1, 250]);
  expect(workers).toEqual([]);
});

test('loading works without a thread', async () => {
  const till = tillWithPayouts({ thread: true });
  till.lists.payments = manyPayments(2);
  process.once('worker', (worker: Worker) => void worker.terminate());
  expect(await till.fetched(DAY)).toMatchObject({ stage: 'complete' });
  expect(till.summed('till-unknown')).toEqual([2, 200]);
  expect(workers).toHaveLength(1);
});
