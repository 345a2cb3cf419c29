import { onTestFinished } from 'vitest';
import { isEnd } from '../../main/domain/sale-record.ts';
import { Shifts, type ShiftsOptions } from '../../main/reports/shifts.ts';
import { Counter } from '../sale/counter.ts';

export function opened(change: Partial<ShiftsOptions> = {}) {
  const counter = new Counter();
  onTestFinished(() => counter.close());
  return { counter, shifts: shiftsOf(counter, change) };
}

export function shiftsOf(counter: Counter, change: Partial<ShiftsOptions> = {}): Shifts {
  return new Shifts({
    journal: counter.journal,
    service: counter.service,
    clock: counter.clock,
    terminal: { environment: 'PROD', shopName: 'Bakkerij', shopId: 'shop-1', posId: 'TILL42', terminalId: 'till-1' },
    skewMs: () => 0,
    isSelling: () => {
      const sale = counter.sales.current();
      return sale !== null && !isEnd(sale.stage);
    },
    ...change,
  });
}

/** Advances the clock until `work` has settled; returns its outcome. */
export async function passing<T>(counter: Counter, work: Promise<T>): Promise<T> {
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  done.catch(() => undefined);
  while (!over) {
    await counter.clock.advance(20);
    await new Promise((next) => setImmediate(next));
  }
  return done;
}
