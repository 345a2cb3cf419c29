import { expect, test } from 'vitest';
import type { KeyCache } from '../../main/service/jwks.ts';
import { createServiceLink } from '../../main/service/link.ts';
import { watchKeys } from '../../main/till/service-keys-watch.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

/** Keys whose next fetches end as told. */
function till(outcomes: KeyCache['trouble'][]) {
  const clock = new VirtualClock();
  const feed = createServiceLink('pay.example', clock);
  const fetched: number[] = [];
  let trouble: KeyCache['trouble'];
  const keys: Pick<KeyCache, 'trouble' | 'refresh' | 'onChange'> = {
    get trouble() {
      return trouble;
    },
    async refresh() {
      fetched.push(clock.monotonic());
      trouble = outcomes.shift();
    },
    onChange: () => () => undefined,
  };
  const watch = watchKeys({ keys, feed, clock }, () => undefined);
  const pass = async (ms: number) => {
    clock.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { feed, watch, fetched, pass, codes: () => watch.notices().map(({ code }) => code) };
}

test('the keys are there before the first refund needs them, and then nothing is said', async () => {
  const { fetched, pass, codes } = till([undefined]);
  await pass(2_000);
  expect(fetched).toEqual([2_000]);
  expect(codes()).toEqual([]);
});

test('keys that cannot be had stand on the till and are asked for every minute until they come', async () => {
  const { fetched, pass, codes } = till(['unavailable', 'unavailable', undefined]);
  await pass(2_000);
  expect(codes()).toEqual(['keys.unavailable']);
  await pass(60_000);
  expect(codes()).toEqual(['keys.unavailable']);
  await pass(60_000);
  expect(codes()).toEqual([]);
  await pass(600_000);
  expect(fetched).toEqual([2_000, 62_000, 122_000]);
});

test('while earlier keys still serve the till says that, too', async () => {
  const { pass, codes } = till(['kept']);
  await pass(2_000);
  expect(codes()).toEqual(['keys.kept']);
});

test('while the service itself is away nothing more is said', async () => {
  const { feed, pass, codes } = till(['unavailable']);
  await pass(2_000);
  feed.offline();
  expect(codes()).toEqual([]);
  feed.online();
  expect(codes()).toEqual(['keys.unavailable']);
});

test('a till that closes asks no more', async () => {
  const { fetched, watch, pass } = till(['unavailable', 'unavailable']);
  await pass(2_000);
  watch.close();
  await pass(600_000);
  expect(fetched).toEqual([2_000]);
});
