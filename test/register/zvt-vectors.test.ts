import { describe, expect, test } from 'vitest';
import { folder } from '../base/test-folder.ts';
import vectors from '../vectors/zvt.json' with { type: 'json' };
import { PAY_420, type TestRegister, ZvtCounter } from './zvt-counter.ts';

interface Vector {
  readonly name: string;
  readonly ecr?: readonly string[];
  readonly segments?: readonly string[];
  readonly pt: string | readonly string[];
}
const cases: readonly Vector[] = vectors.cases;
/** The receipt number of the payment of 5,00 in the vectors. */
const RECEIPT = 23;

/** Plays a vector on a till with an earlier payment. `before` counts the register's earlier frames. */
async function played(vector: Vector): Promise<{ counter: ZvtCounter; register: TestRegister; before: number }> {
  const counter = await ZvtCounter.open(folder, RECEIPT - 1);
  const register = await counter.register();
  await register.send('06010704000000000500');
  await counter.customerPays();
  const before = register.got.length;
  const steps = vector.ecr ?? vector.segments ?? [];
  for (const step of steps) {
    const [, message = '', answer = ''] = /^after (\w{4}): (\w+)$/.exec(step) ?? [];
    if (answer !== '') register.answers.set(message.toLowerCase(), answer);
  }
  for (const step of steps) if (/^[0-9A-F]+$/.test(step)) await register.send(step, 20);
  return { counter, register, before };
}

/** Returns frames in the vectors' notation, without those requested by a registration. */
const sentTo = ({ got }: TestRegister, from: number) =>
  got.slice(from).filter((frame) => !/^(04ff|06d1|06d3)/.test(frame));

function patternOf(pt: readonly string[]): RegExp {
  const frames = pt.map((frame) => {
    const bytes = frame.toLowerCase().replace('?', '').replaceAll('*', '[0-9a-f]*');
    return frame.endsWith('?') ? `(${bytes} )?` : `${bytes} `;
  });
  return new RegExp(`^${frames.join('')}$`);
}

describe('frames of public registers', () => {
  const plain = cases.filter(({ pt }) => Array.isArray(pt) || /^[0-9A-F*?]+$/.test(String(pt)));

  test.each(plain)('$name', async (vector) => {
    const { counter, register, before } = await played(vector);
    const ends = [vector.pt].flat().at(-1) ?? '';
    if (vector.ecr?.includes(PAY_420) && ends === '060F*') await counter.customerPays();
    if (vector.name.startsWith('refund')) await counter.serviceRefunds();
    await counter.pass(3_000);
    const got = sentTo(register, before).map((frame) => `${frame} `);
    expect(got.join('')).toMatch(patternOf([vector.pt].flat()));
  });

  const outcomes: Record<string, (till: Awaited<ReturnType<typeof played>>) => Promise<void>> = {
    async 'incomplete frame, then silence longer than T3'({ counter, register }) {
      await counter.pass(5_100);
      expect(register.isClosed).toBe(true);
      expect(counter.onScreen).toMatchObject({ amount: 500 });
    },
    async 'status information not taken'({ counter, register }) {
      await counter.customerPays();
      expect(counter.refunds).toMatchObject([{ amount: 420 }]);
      expect(register.got.at(-1)).toBe('061e016c');
      expect(await register.send(PAY_420)).toEqual(['800000']);
    },
    async 'no end within T4'({ counter, register, before }) {
      await counter.pass(179_000);
      expect(sentTo(register, before).at(-1)).toBe('061e016c');
      expect(counter.onScreen).toMatchObject({ stage: 'cancelled' });
    },
    async 'partial issue of goods'({ counter, register }) {
      await counter.customerPays();
      expect(register.got.at(-1)).toBe('060f00');
      expect(counter.refunds).toEqual([]);
      expect([...counter.alarms.values()]).toMatchObject([{ why: 'partial-goods', amountCents: 420, goodsCents: 200 }]);
    },
    async 'status information not taken for now'({ counter, register, before }) {
      await counter.customerPays();
      register.answers.clear();
      await counter.pass(2_100);
      const got = sentTo(register, before);
      expect(got.filter((frame) => frame.startsWith('040f')).length).toBeGreaterThan(1);
      expect(got.at(-1)).toBe('060f00');
    },
  };

  test.each(cases.filter((vector) => !plain.includes(vector)))('$name', async (vector) => {
    const outcome = outcomes[vector.name];
    expect(outcome, 'the outcome in words').toBeDefined();
    await outcome?.(await played(vector));
  });
});
