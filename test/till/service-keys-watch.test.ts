import { expect, test } from 'vitest';
import type { JwksCache } from '../../main/service/jwks-cache.ts';
import { Reachability } from '../../main/service/reachability.ts';
import { watchServiceKeys } from '../../main/till/service-keys-watch.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

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

test('fetches the keys before the first refund', async () => {
  const { fetched, pass, watch } = till([undefined]);
  await pass(2_000);
  expect(fetched).toEqual([2_000]);
  expect(watch.trouble).toBeUndefined();
});

test('reports missing keys and retries every minute', async () => {
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

test('reports when cached keys are used', async () => {
  const { pass, watch } = till(['kept']);
  await pass(2_000);
  expect(watch.trouble).toBe('kept');
});

test('reports no key trouble while the service is offline', async () => {
  const { reachability, pass, watch } = till(['unavailable']);
  await pass(2_000);
  reachability.offline();
  expect(watch.trouble).toBeUndefined();
  reachability.online();
  expect(watch.trouble).toBe('unavailable');
});

test('a closed till fetches no keys', async () => {
  const { fetched, watch, pass } = till(['unavailable', 'unavailable']);
  await pass(2_000);
  watch.close();
  await pass(600_000);
  expect(fetched).toEqual([2_000]);
});
