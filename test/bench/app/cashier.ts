import type { JSHandle, Page } from '@playwright/test';
import type { SaleView } from '../../../preload/contract/views.ts';

/** Sells as fast as the till allows, through the calls of the till's buttons. Runs in the till's page. */
export interface Cashier {
  /** Starts a sale of € 12,50 and returns the payment ID when the customer can scan the QR code. */
  start(): Promise<string>;
  /** Clicks *Customer says they paid* and leaves the end screen when the till shows the end. */
  finish(): Promise<void>;
}

/** Subscribes once to the till's snapshots: Electron never frees a function that crossed the context bridge. */
export function cashierAt(till: Page): Promise<JSHandle<Cashier>> {
  return till.evaluateHandle(() => {
    type Looking = (sale: SaleView | null) => boolean;
    let newest: SaleView | null = null;
    let looking: Looking = () => false;
    window.tillmate.on('till.snapshot', ({ sale }) => {
      newest = sale;
      if (looking(sale)) looking = () => false;
    });
    const wait = <T>(found: (sale: SaleView | null) => T | undefined): Promise<T> =>
      new Promise((resolve) => {
        const look: Looking = (sale) => {
          const value = found(sale);
          if (value === undefined) return false;
          resolve(value);
          return true;
        };
        if (!look(newest)) looking = look;
      });
    const ask = async (name: 'sale.start' | 'sale.customer-says-paid' | 'sale.dismiss', given: object) => {
      const outcome = await window.tillmate.call(name, given as { amount: number; saleId: string });
      if (!outcome.ok) throw new Error(`${name} was refused: ${outcome.error.message}`);
    };
    return {
      async start() {
        await ask('sale.start', { amount: 1250 });
        return wait((sale) => (sale?.stage === 'waiting' ? sale.paymentId : undefined));
      },
      async finish() {
        const saleId = newest?.saleId ?? '';
        await ask('sale.customer-says-paid', { saleId });
        await wait((sale) => (sale?.stage === 'paid' ? true : undefined));
        await ask('sale.dismiss', { saleId });
        await wait((sale) => (sale === null ? true : undefined));
      },
    };
  });
}
