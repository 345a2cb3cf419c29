import { z } from 'zod';
import { call, everyone, managers, managersAlone, nothing } from './call.ts';
import { id24Field } from './fields.ts';
import { servicePlace, serviceWanted } from './search-range.ts';
import { role, saleStage, saleSummary } from './views.ts';

const saleOnly = z.strictObject({ saleId: z.uuid() });

const servicePayment = saleSummary.extend({
  paymentId: z.string(),
  /** Absent until the payment is opened: until then the journal does not hold it. */
  saleId: z.string().optional(),
});
export type ServicePayment = z.infer<typeof servicePayment>;

const servicePage = z.object({
  rows: z.array(servicePayment),
  /** Looked through so far; `total`: all payments in the service's list. */
  looked: z.int(),
  total: z.int(),
  next: servicePlace.nullable(),
});
export type ServicePage = z.infer<typeof servicePage>;

const historyWhat = z.enum([
  'charged',
  'found',
  'created',
  'creation-unknown',
  'creation-refused',
  'creation-absent',
  'moved',
  'unreadable',
  'mismatch',
  'cancel-asked',
  'cancel-asked-by-till',
  'cancel-accepted',
  'cancel-refused',
  'cancel-unknown',
  'cancel-too-late',
  'cancel-dropped',
  'acknowledged',
  'acknowledge-refused',
  'superseded',
  'alarm-acknowledged',
  'left',
  'refund-given-up',
  'refund-begun',
  'refund-found',
  'refund-unanswered',
  'refund-refused',
  'refund-unconfirmed',
  'refund-pending',
  'refund-refunded',
  'refund-failed',
  'refund-unsettled',
  'refund-not-made',
  'refund-send-again',
  'iban-read',
  'iban-copied',
  'iban-shown',
]);
export type HistoryWhat = z.infer<typeof historyWhat>;

const historyStep = z.object({
  seq: z.int(),
  /** By the till's clock, ms since the epoch. */
  at: z.int(),
  what: historyWhat,
  by: z.object({ role: z.enum([...role.options, 'till']), name: z.string().optional() }).optional(),
  stage: saleStage.optional(),
  status: z.string().optional(),
  amount: z.int().optional(),
});
export type HistoryStep = z.infer<typeof historyStep>;

export const paymentsCalls = {
  /** Reads from the service, newest first, and stores nothing. A page may be empty although `next` is set. */
  'payments.search-all': call(serviceWanted, servicePage, managers),
  'payments.open-found': call(z.strictObject({ paymentId: id24Field }), z.object({ saleId: z.string() }), managers),
  /** Oldest first. `whole`: the beginning is included. */
  'payments.history': call(saleOnly, z.object({ steps: z.array(historyStep), whole: z.boolean() }), everyone),
  /** The window only gets country and last four characters; main forgets the rest after two minutes. */
  'payments.refund-iban': call(saleOnly, z.object({ masked: z.string(), forgottenAt: z.int() }), managersAlone),
  /** Removed from the system's clipboard a minute later. */
  'payments.copy-refund-iban': call(saleOnly, z.object({ clearedAt: z.int() }), managersAlone),
  /** In a system dialog, for half a minute. Resolves when the dialog closes. */
  'payments.show-refund-iban': call(saleOnly, nothing, managersAlone),
} as const;
