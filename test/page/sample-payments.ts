import type { HistoryStep, ServicePayment } from '../../preload/contract/payments.ts';
import { AT, recent } from './sample-snapshots.ts';

const steps: readonly HistoryStep[] = [
  { seq: 40, at: AT - 700_000, what: 'charged', by: { role: 'cashier', name: 'Zoë' } },
  { seq: 41, at: AT - 699_800, what: 'created' },
  { seq: 42, at: AT - 660_000, what: 'moved', stage: 'scanned', status: 'IDENTIFIED' },
  { seq: 43, at: AT - 652_000, what: 'moved', stage: 'paid', status: 'SUCCEEDED' },
  { seq: 51, at: AT - 60_000, what: 'refund-begun', amount: 400, by: { role: 'manager', name: 'Ada' } },
  { seq: 52, at: AT - 58_000, what: 'refund-refunded', amount: 400, status: 'REFUNDED' },
  { seq: 60, at: AT - 20_000, what: 'iban-read', by: { role: 'manager', name: 'Ada' } },
];

const rows: readonly ServicePayment[] = recent(40).map((row, index) => ({
  ...row,
  paymentId: `65f1c0ffee65f1c0ffee${String(index).padStart(4, '0')}`,
  ...(index % 3 === 1 ? { elsewhere: true } : {}),
}));

export const history = { 'payments.history': { steps, whole: true } } as const;

/** Longer than taking pictures of all scenes in every language, ms. */
const DAY_MS = 86_400_000;

export const account = {
  'payments.refund-iban': { masked: 'NL•• •••• •••• ••43 00', forgottenAt: Date.now() + DAY_MS },
  'payments.copy-refund-iban': { clearedAt: AT + 60_000 },
} as const;

export const atService = {
  'payments.search-all': { rows, looked: 1_200, total: 10_000, next: { page: 12, by: 'time' } },
} as const;
