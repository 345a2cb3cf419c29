import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { Counter } from './counter.ts';
import { reset } from './scripted-service.ts';

let counter: Counter;

beforeEach(() => {
  counter = new Counter();
});

const sent = (from = 0) => counter.service.calls.slice(from).map(({ operation }) => operation);
const failures = () => counter.logged.filter(({ code }) => code === 'sale.follower-failed').map(({ facts }) => facts);

/** An error that the till itself cannot take: a fault of ours. */
function fatal(): TillError {
  const error = new TillError('auth.authority', 'not yours', { status: 403, acted: 'no' });
  return Object.assign(error, {
    toView: () => {
      throw new Error('a fault of ours');
    },
  });
}

describe('a till that closes', () => {
  /** Cancels, which the service breaks off no sooner than 50 ms after it was asked to. */
  async function cancelSlowToEnd(saleId: string): Promise<void> {
    counter.service.cancelPayment = (_id, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => counter.clock.after(50, () => reject(reset())));
      });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(100);
  }

  test('waits for what is under way to end, and the journal has what became of it', async () => {
    const saleId = await counter.waiting();
    await cancelSlowToEnd(saleId);
    let closed = false;
    const closing = counter.sales.close().then(() => {
      closed = true;
    });
    await counter.clock.advance(49);
    expect(closed).toBe(false);
    await counter.clock.advance(1);
    expect(closed).toBe(true);
    await closing;
    expect(counter.facts(saleId).at(-1)).toMatchObject({ type: 'sale.cancel-answered', outcome: 'unknown' });
  });
});

describe('a fault of ours', () => {
  test('breaks off what else is under way, is logged, and the sale is followed again five seconds later', async () => {
    const saleId = await counter.waiting();
    counter.service.fail('read', { error: reset(), acts: false, takesMs: 60_000 });
    await counter.clock.advance(1_500);
    expect(counter.service.underway).toBe(1);
    counter.service.fail('cancel', { error: fatal(), acts: false });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(30);
    expect(counter.service.underway).toBe(0);
    expect(failures()).toEqual([{ code: 'internal', acted: 'maybe', thrown: new Error('a fault of ours') }]);
    const asked = sent().length;
    await counter.clock.advance(4_900);
    expect(sent()).toHaveLength(asked);
    await counter.clock.advance(200);
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
    expect(failures()).toHaveLength(1);
  });

  test('while the payment is created leaves it to be searched for, and never to be created again', async () => {
    const broken = fatal();
    counter.service.fail('create', { error: broken, acts: true });
    const saleId = await counter.charge(1250);
    counter.service.latencyMs = 100;
    await counter.clock.advance(5_030);
    expect(failures()).toHaveLength(1);
    expect(sent()).toEqual(['create', 'search']);
    expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', doing: { code: 'searching' } });
    await counter.clock.advance(500);
    expect(counter.view(saleId).stage).toBe('waiting');
    expect(counter.service.count('create')).toBe(1);
  });

  test('at the start keeps nobody waiting, and the sale counts as open until the service has told about it', async () => {
    const saleId = await counter.waiting();
    counter.service.offline = true;
    await counter.sales.cancel(saleId);
    await counter.clock.advance(50);
    await counter.restart();
    counter.service.offline = false;
    counter.service.fail('cancel', { error: fatal(), acts: false });
    counter.service.fail('read', { error: reset(), acts: false, takesMs: 60_000 });
    await counter.recover();
    expect(failures()).toHaveLength(1);
    expect(counter.sales.recovery).toEqual({ running: true, open: 1, resolved: 0 });
    await counter.clock.advance(8_000);
    expect(counter.sales.recovery).toEqual({ running: false, open: 0, resolved: 1 });
  });
});

describe('what is asked for', () => {
  test('by somebody who is told at that very moment goes out at that moment', async () => {
    const saleId = await counter.waiting();
    counter.service.weather = (operation) => (operation === 'read' ? { error: reset(), acts: false } : undefined);
    let leavableAt: number | undefined;
    counter.sales.onChange(() => {
      if (leavableAt !== undefined || !counter.view(saleId).leavable) return;
      leavableAt = counter.clock.monotonic();
      void counter.sales.cancel(saleId);
    });
    await counter.clock.advance(40_000);
    expect(leavableAt).toBeGreaterThan(30_000);
    const cancel = counter.service.calls.find(({ operation }) => operation === 'cancel');
    expect(cancel?.at).toBe(leavableAt);
  });
});
