import { isEnd } from '../../main/domain/sale-record.ts';
import { Shifts, type ShiftsOptions } from '../../main/reports/shifts.ts';
import type { Counter } from '../sale/counter.ts';

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
