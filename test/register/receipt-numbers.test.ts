import { describe, expect, test } from 'vitest';
import { ReceiptNumbers } from '../../main/register/receipt-numbers.ts';
import { silent } from '../sale/counter.ts';

/** Creates a terminal with `sealed` as the last reserved number in the keychain. */
function terminal(sealed: number | undefined, fails = false) {
  const kept = { sealed, writes: 0 };
  const numbers = new ReceiptNumbers({
    reserved: () => kept.sealed,
    async reserve(count) {
      if (fails) throw new Error('locked');
      kept.writes += 1;
      kept.sealed = count;
    },
    log: silent,
  });
  return { kept, numbers };
}

describe('receipt numbers', () => {
  test('begin at 1, and after the reserved block at each start', async () => {
    const first = terminal(undefined);
    await first.numbers.reserve();
    expect([first.numbers.take(), first.numbers.take()]).toEqual([1, 2]);
    const second = terminal(first.kept.sealed);
    await second.numbers.reserve();
    expect(second.numbers.take()).toBe(101);
  });

  test('restart at 1 after 9,999', async () => {
    const { numbers } = terminal(9_998);
    await numbers.reserve();
    expect([numbers.take(), numbers.take()]).toEqual([9_999, 1]);
  });

  test('are reserved in blocks before they run out', async () => {
    const { kept, numbers } = terminal(undefined);
    await numbers.reserve();
    const taken: (number | undefined)[] = [];
    for (let count = 0; count < 250; count += 1) {
      taken.push(numbers.take());
      await Promise.resolve();
    }
    expect(taken).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
    expect(kept.writes).toBe(3);
  });

  test('are unavailable while the keychain refuses a block', async () => {
    const { numbers } = terminal(undefined, true);
    await numbers.reserve();
    expect(numbers.take()).toBeUndefined();
  });

  test('skip the numbers reserved in a restored state', async () => {
    const { kept, numbers } = terminal(undefined);
    await numbers.reserve();
    kept.sealed = 5_000;
    for (let count = 0; count < 100; count += 1) numbers.take();
    await Promise.resolve();
    expect(numbers.take()).toBe(5_001);
  });

  test('are given out again when unused', async () => {
    const { numbers } = terminal(undefined);
    await numbers.reserve();
    numbers.giveBack(numbers.take() ?? 0);
    expect(numbers.take()).toBe(1);
  });
});
