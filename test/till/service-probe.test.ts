import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { PaymentService } from '../../main/service/payment-service.ts';
import { createReachability } from '../../main/service/reachability.ts';
import { probeService } from '../../main/till/service-probe.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

type Reply = 'answers' | 'away' | 'refuses' | 'proxy';

/** A service that answers each search as told. */
function till(replies: Reply[]) {
  const clock = new VirtualClock();
  const reachability = createReachability('https://pay.example', clock);
  const asked: number[] = [];
  const searchPage: PaymentService['searchPage'] = async () => {
    asked.push(clock.monotonic());
    const reply = replies.shift() ?? 'answers';
    if (reply === 'away') {
      reachability.offline();
      throw new TillError('network.refused', 'nobody there');
    }
    if (reply === 'proxy') {
      reachability.offline();
      throw new TillError('network.proxy-auth', 'the proxy wants a password');
    }
    reachability.online();
    if (reply === 'refuses') throw new TillError('auth.key', 'wrong key');
    return { items: [], number: 0, totalPages: 0, totalElements: 0 };
  };
  const watch = probeService({ service: { searchPage }, reachability, clock }, () => undefined);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  clock.tick(1_000);
  return { clock, reachability, asked, watch, settle };
}

test('a till that starts knows whether the service is there before the first sale', async () => {
  const { asked, reachability, settle } = till(['answers']);
  await settle();
  expect(asked).toEqual([1_000]);
  expect(reachability.state).toBe('online');
});

test('while the service is away the till asks every ten seconds, and stops once it is back', async () => {
  const { asked, clock, reachability, settle } = till(['away', 'away', 'answers']);
  await settle();
  for (let step = 0; step < 5; step += 1) {
    clock.tick(10_000);
    await settle();
  }
  expect(asked).toEqual([1_000, 11_000, 21_000]);
  expect(reachability.state).toBe('online');
});

test('a service that goes away between two sales is asked for again', async () => {
  const { asked, clock, reachability, settle } = till(['answers', 'answers']);
  await settle();
  reachability.offline();
  clock.tick(10_000);
  await settle();
  expect(asked).toEqual([1_000, 11_000]);
});

test('a wrong key is known at the start, is no broken network, and is forgotten once it is put right', async () => {
  const { clock, watch, settle } = till(['refuses', 'answers']);
  await settle();
  expect(watch.refusal?.code).toBe('auth.key');
  clock.tick(60_000);
  await settle();
  expect(watch.refusal).toBeUndefined();
});

test('a proxy that wants a password is told at the start, and forgotten once the till gets through', async () => {
  const { clock, reachability, watch, settle } = till(['proxy', 'away', 'proxy', 'answers']);
  await settle();
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

test('nothing is asked after the end', async () => {
  const { asked, clock, watch, settle } = till(['away']);
  await settle();
  watch.close();
  clock.tick(60_000);
  await settle();
  expect(asked).toEqual([1_000]);
});
