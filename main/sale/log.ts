import type { Log } from '../support/log.ts';

/** What the sale and the refund write to. */
export type SaleLog = Pick<Log, 'info' | 'warn' | 'error'>;
