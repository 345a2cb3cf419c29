import { expect, test } from 'vitest';
import type { JwksCache } from '../../main/service/jwks-cache.ts';
import { Reachability } from '../../main/service/reachability.ts';
import { watchServiceKeys } from '../../main/till/service-keys-watch.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

/** Keys whose next fetches end as told. */
function till(outcomes: JwksCache['trouble'][]) {
  const clock = new VirtualClock();
  const reachability = new Reachability('https://pay.example', clock);
  const fetched: number[] = [];
  let trouble: JwksCache['trouble'];
  const keys: Pick<JwksCache, 'trouble' | 'refresh' | 'onChange'> = {
    get trouble() {
      return trouble;
    },
    async refresh() {
      fetched.push(clock.monotonic());
      trouble = outcomes.shift();
    },
    onChange: () => () => undefined,
  };
  const watch = watchServiceKeys({ keys, reachability, clock }, () => undefined);
  const pass = async (ms: number) => {
    clock.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { reachability, watch, fetched, pass };
}

test('the keys are there before the first refund needs them, and then nothing is said', async () => {
  const { fetched, pass, watch } = till([undefined]);
  await pass(2_000);
  expect(fetched).toEqual([2_000]);
  expect(watch.trouble).toBeUndefined();
});

test('keys that cannot be had stand on the till and are asked for every minute until they come', async () => {
  const { fetched, pass, watch } = till(['unavailable', 'unavailable', undefined]);
  await pass(2_000);
  expect(watch.trouble).toBe('unavailable');
  await pass(60_000);
  expect(watch.trouble).toBe('unavailable');
  await pass(60_000);
  expect(watch.trouble).toBeUndefined();
  await pass(600_000);
  expect(fetched).toEqual([2_000, 62_000, 122_000]);
});

test('while earlier keys still serve the till says that, too', async () => {
  const { pass, watch } = till(['kept']);
  await pass(2_000);
  expect(watch.trouble).toBe('kept');
});

test('while the service itself is away nothing more is said', async () => {
  const { reachability, pass, watch } = till(['unavailable']);
  await pass(2_000);
  reachability.offline();
  expect(watch.trouble).toBeUndefined();
  reachability.online();
  expect(watch.trouble).toBe('unavailable');
});

test('a till that closes asks no more', async () => {
  const { fetched, watch, pass } = till(['unavailable', 'unavailable']);
  await pass(2_000);
  watch.close();
  await pass(600_000);
  expect(fetched).toEqual([2_000]);
});
