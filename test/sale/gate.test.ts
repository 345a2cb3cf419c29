import { expect, test } from 'vitest';
import { Gate } from '../../main/sale/gate.ts';
import { settle } from '../base/virtual-clock.ts';

/** Tasks that end when they are told to. */
function tasks(gate: Gate, count: number) {
  const begun: number[] = [];
  const ends: ((fails: boolean) => void)[] = [];
  const done = Array.from({ length: count }, (_none, index) =>
    gate.through(async () => {
      begun.push(index);
      const fails = await new Promise<boolean>((resolve) => {
        ends[index] = resolve;
      });
      if (fails) throw new Error(`${index} fails`);
      return index;
    }),
  );
  return { begun, done, end: (index: number, fails = false) => ends[index]?.(fails) };
}

test('so many run at once, the others in their order, one for each that ends, however it ends', async () => {
  const gate = new Gate(2);
  const { begun, done, end } = tasks(gate, 5);
  await settle();
  expect(begun).toEqual([0, 1]);
  end(1, true);
  await expect(done[1]).rejects.toThrow('1 fails');
  await settle();
  expect(begun).toEqual([0, 1, 2]);
  end(0);
  await settle();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const index of [2, 3]) end(index);
  await settle();
  end(4);
  expect(await Promise.all([done[0], done[2], done[3], done[4]])).toEqual([0, 2, 3, 4]);
});

test('once all have ended there is room for as many again', async () => {
  const gate = new Gate(2);
  for (let round = 0; round < 3; round += 1) {
    const { begun, done, end } = tasks(gate, 3);
    await settle();
    expect(begun).toEqual([0, 1]);
    end(0);
    await settle();
    for (const index of [1, 2]) end(index);
    await Promise.all(done);
  }
});
