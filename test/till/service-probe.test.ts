import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { PaymentService } from '../../main/domain/payment-service.ts';
import { Reachability } from '../../main/service/reachability.ts';
import { probeService } from '../../main/till/service-probe.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

type Reply = 'answers' | 'away' | 'refuses' | 'proxy' | 'busy' | 'silent';

/** A till after its first probe; the service answers the searches in order of `replies`. */
async function till(replies: Reply[]) {
  const clock = new VirtualClock();
  const reachability = new Reachability('https://pay.example', clock);
  const asked: number[] = [];
  const searchPage: PaymentService['searchPage'] = async (_ask, _page, _size, options) => {
    asked.push(clock.monotonic());
    const reply = replies.shift() ?? 'answers';
    if (reply === 'silent')
      return await new Promise((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new TillError('aborted', 'given up')));
      });
    if (reply === 'away') {
      reachability.offline();
      throw new TillError('network.refused', 'nobody there');
    }
    if (reply === 'proxy') {
      reachability.offline();
      throw new TillError('network.proxy-auth', 'the proxy wants a password');
    }
    reachability.online();
    if (reply === 'busy')
      throw new TillError('service.unavailable', 'not now', { retryable: true, retryAfterMs: 30_000 });
    if (reply === 'refuses') throw new TillError('auth.key', 'wrong key');
    return { items: [], number: 0, totalPages: 0, totalElements: 0 };
  };
  const watch = probeService({ service: { searchPage }, reachability, clock }, () => undefined);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  clock.tick(1_000);
  await settle();
  return { clock, reachability, asked, watch, settle };
}

test('a starting till probes the service before the first sale', async () => {
  const { asked, reachability } = await till(['answers']);
  expect(asked).toEqual([1_000]);
  expect(reachability.state).toBe('online');
});

/** Passes time in steps of a second, so that probes are answered in between. */
async function pass({ clock, settle }: Pick<Awaited<ReturnType<typeof till>>, 'clock' | 'settle'>, seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    clock.tick(1_000);
    await settle();
  }
}

test('probes an offline service every ten seconds', async () => {
  const counter = await till(['away', 'away', 'answers']);
  const { asked, reachability } = counter;
  await pass(counter, 20);
  expect(asked).toEqual([1_000, 11_000, 21_000]);
  expect(reachability.state).toBe('online');
});

test('pauses grow during a long outage but stay below 15 s', async () => {
  const counter = await till(Array.from({ length: 60 }, () => 'away' as const));
  await pass(counter, 600);
  const pauses = counter.asked.slice(1).map((at, index) => at - (counter.asked[index] ?? 0));
  expect(Math.min(...pauses)).toBe(10_000);
  expect(Math.max(...pauses)).toBe(14_000);
  expect(counter.asked.length).toBeLessThan(50);
});

test('restarts with frequent probes after a recovery', async () => {
  const away = Array.from({ length: 20 }, () => 'away' as const);
  const counter = await till([...away, 'answers', ...away]);
  await pass(counter, 300);
  const back = counter.asked[20] ?? 0;
  expect(counter.asked.slice(21, 24).map((at) => at - back)).toEqual([10_000, 20_000, 30_000]);
});

test('an idle till notices an outage within 15 s', async () => {
  const counter = await till(['answers', 'answers', 'away', 'answers']);
  const { asked, reachability } = counter;
  await pass(counter, 19);
  expect(reachability.state).toBe('online');
  await pass(counter, 1);
  expect(reachability.state).toBe('offline');
  await pass(counter, 10);
  expect(reachability.state).toBe('online');
  expect(asked).toEqual([1_000, 11_000, 21_000, 31_000]);
});

test('treats a silent service as offline within 15 s', async () => {
  const counter = await till(['answers', 'silent', 'answers']);
  await pass(counter, 15);
  expect(counter.reachability.state).toBe('offline');
  await pass(counter, 10);
  expect(counter.reachability.state).toBe('online');
});

test('sends no probe while a sale polls its payment', async () => {
  const counter = await till(['answers']);
  for (let second = 0; second < 300; second += 1) {
    await pass(counter, 1);
    if (second % 8 === 0) counter.reachability.online();
  }
  expect(counter.asked).toEqual([1_000]);
  await pass(counter, 12);
  expect(counter.asked).toHaveLength(2);
});

test('tolerates a single busy answer and obeys Retry-After', async () => {
  const counter = await till(['answers', 'busy', 'busy', 'answers', 'busy']);
  const { asked, watch } = counter;
  await pass(counter, 39);
  expect(watch.refusal).toBeUndefined();
  await pass(counter, 1);
  expect(asked).toEqual([1_000, 11_000, 41_000]);
  expect(watch.refusal?.code).toBe('service.unavailable');
  await pass(counter, 60);
  expect(watch.refusal).toBeUndefined();
  await pass(counter, 10);
  expect([asked.at(-1), watch.refusal]).toEqual([111_000, undefined]);
});

test('probes again after an outage between two sales', async () => {
  const { asked, clock, reachability, settle } = await till(['answers', 'answers']);
  reachability.offline();
  clock.tick(10_000);
  await settle();
  expect(asked).toEqual([1_000, 11_000]);
});

test('reports a wrong key at the start until corrected', async () => {
  const { clock, watch, settle } = await till(['refuses', 'answers']);
  expect(watch.refusal?.code).toBe('auth.key');
  clock.tick(60_000);
  await settle();
  expect(watch.refusal).toBeUndefined();
});

test('reports a proxy password request until the connection works', async () => {
  const { clock, reachability, watch, settle } = await till(['proxy', 'away', 'proxy', 'answers']);
  expect(watch.refusal?.code).toBe('network.proxy-auth');
  const codes: unknown[] = [];
  for (let step = 0; step < 3; step += 1) {
    clock.tick(10_000);
    await settle();
    codes.push(watch.refusal?.code);
  }
  expect(codes).toEqual([undefined, 'network.proxy-auth', undefined]);
  expect(reachability.state).toBe('online');
});

test('sends no probe after close', async () => {
  const { asked, clock, watch, settle } = await till(['away']);
  watch.close();
  clock.tick(60_000);
  await settle();
  expect(asked).toEqual([1_000]);
});

test('sends a probe due between two milliseconds', async () => {
  const { clock, reachability, asked, settle } = await till([]);
  for (let sale = 1; sale <= 300; sale += 1) {
    clock.tick(sale * 0.123_456_7);
    reachability.online();
    clock.tick(10_001);
    await settle();
  }
  expect(asked.length).toBe(301);
});
