import { z } from 'zod';
import { provisioningQuestion } from './provisioning.ts';
import { language } from './setting-values.ts';
import { counterSettings } from './settings-table.ts';

/** Each snapshot is complete: a window needs only the newest snapshot. */

/** The service's own status value is in `status`. */
export const saleStage = z.enum([
  'creating',
  'waiting',
  'scanned',
  'authorised',
  'paid',
  'cancelled',
  'expired',
  'failed',
  'voided',
  'unknown',
]);
export type SaleStage = z.infer<typeof saleStage>;

/** `code` is stable; the renderer translates it with `values`. */
export const errorView = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  /** For support. */
  serviceCode: z.string().optional(),
  traceId: z.string().optional(),
  /** The contract field with the error, such as `reference`. */
  field: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ErrorView = z.infer<typeof errorView>;

/** Missing in the service's list, several candidates, or no list available. */
const refundDoubt = z.enum(['absent', 'several', 'refused']);
export type RefundDoubt = z.infer<typeof refundDoubt>;

export const refundDecision = z.enum(['not-made', 'send-again']);
export type RefundDecision = z.infer<typeof refundDecision>;

export const refundView = z.object({
  /** Made before the service knows the refund. */
  refundKey: z.string(),
  refundId: z.string().optional(),
  amount: z.int(),
  reason: z.string().optional(),
  /** `unconfirmed`: no verified response confirms the refund, but it may be made. `not-made`: closed by a manager. */
  stage: z.enum(['sending', 'unconfirmed', 'pending', 'refunded', 'failed', 'refused', 'not-made']),
  status: z.string().optional(),
  at: z.int(),
  problem: errorView.optional(),
  trouble: errorView.optional(),
  /** End of the pause requested by the service, ms since the epoch. */
  waitsUntil: z.int().optional(),
  /** Closed by a manager as not made, but made after all. */
  madeAfterAll: z.boolean().optional(),
  allowedByManager: z.boolean().optional(),
  unsettled: refundDoubt.optional(),
});
export type RefundView = z.infer<typeof refundView>;

/** A requested refund before its start. `interrupted`: the till stopped before the start. */
const refundAsked = z.object({
  wish: z.string(),
  amount: z.int(),
  at: z.int(),
  interrupted: z.literal(true).optional(),
});

/** Always required here, or the limit of the payment or of 24 hours is used up. */
const whyManager = z.enum(['always', 'payment', 'day']);
export type WhyManager = z.infer<typeof whyManager>;

export const saleSummary = z.object({
  saleId: z.string(),
  reference: z.string(),
  amount: z.int(),
  stage: saleStage,
  /** Charge time, ms since the epoch; the list is sorted by it. */
  at: z.int(),
  /** Payment time by the service's clock, ms since the epoch. */
  succeededAt: z.int().optional(),
  /** Charged at another till, found through the service. */
  elsewhere: z.boolean().optional(),
  parked: z.boolean().optional(),
  debtorName: z.string().optional(),
  refunded: z.int(),
  refunding: z.boolean(),
});
export type SaleSummary = z.infer<typeof saleSummary>;

export const listedState = z.enum([...saleStage.options, 'partly-refunded', 'refunded']);
export type ListedState = z.infer<typeof listedState>;

/** Set if the stage alone does not name the reason. */
const saleEnding = z.enum([
  'cashier',
  'register',
  'payer',
  'elsewhere',
  'bank-refused',
  'never-created',
  'merchant-refused',
  'service',
]);

export const saleView = z.object({
  saleId: z.string(),
  reference: z.string(),
  amount: z.int(),
  description: z.string().optional(),
  stage: saleStage,
  /** May be outside the specification. */
  status: z.string().optional(),
  paymentId: z.string().optional(),
  /** The charging POS; absent for another till's payment if the service does not name the POS. */
  posId: z.string().optional(),
  elsewhere: z.boolean().optional(),
  parked: z.boolean().optional(),
  /** The payment's deeplink. */
  deeplink: z.string().optional(),
  startedAt: z.int(),
  /** When this till noticed the end; the payment time is `succeededAt`. */
  endedAt: z.int().optional(),
  succeededAt: z.int().optional(),
  /** ms until expiry at the time of this snapshot; `lifetimeMs`: the whole lifetime. Absent before creation. */
  timeLeftMs: z.number().optional(),
  lifetimeMs: z.number().optional(),
  cancel: z.enum(['no', 'asked', 'too-late']),
  ending: saleEnding.optional(),
  debtor: z.object({ name: z.string().optional(), iban: z.string().optional() }).optional(),
  message: z.string().optional(),
  bulkId: z.string().optional(),
  /** Characters of the description refused by the service. */
  leftOut: z.string().optional(),
  /** Absent without a signed-in person, and for another till's payment. */
  chargedBy: z.string().optional(),
  /** Set for a sale of a cash register. */
  register: z.string().optional(),
  /** The till's present work on the sale; `sinceMs`: ms since the epoch. */
  doing: z
    .object({
      code: z.string(),
      sinceMs: z.int(),
      /** As requested by the service, ms since the epoch. */
      untilMs: z.int().optional(),
    })
    .optional(),
  /** The cashier may leave the sale because of the service's long silence; the till keeps polling. */
  leavable: z.boolean().optional(),
  /** A person decides whether a payment found under the typed reference belongs to the sale. */
  undecided: z.boolean().optional(),
  problem: errorView.optional(),
  /** The result of *Customer says they paid*. */
  verdict: z
    .object({
      at: z.int(),
      kind: z.enum(['asking', 'paid', 'not-paid', 'unknown', 'not-found', 'unreachable']),
      succeededAt: z.int().optional(),
    })
    .optional(),
  /** Paid after the sale was left, or shown as cancelled, expired or failed: the cashier must acknowledge the alarm. */
  alarm: z.object({ shownAs: saleStage, at: z.int(), acknowledged: z.boolean() }).optional(),
  refunds: z.array(refundView),
  refundAsked: refundAsked.optional(),
  /** Cents. */
  refunded: z.int(),
  refundable: z.int(),
  /** Refundable cents for the present role without a manager's PIN; absent if no PIN is needed. */
  refundableWithoutPin: z.int().optional(),
  refundPinWhy: whyManager.optional(),
});
export type SaleView = z.infer<typeof saleView>;

const notice = z.object({
  /** Stable: a notice replaces the previous notice with its id. */
  id: z.string(),
  code: z.string(),
  severity: z.enum(['info', 'warning', 'alarm']),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  action: z
    .enum([
      'shred-file',
      'acknowledge',
      'open-sale',
      'open-display',
      'dismiss',
      'accept-path',
      'accept-changes',
      'try-again',
      'clear-journal',
      'clear-provisioning',
      'decide-register',
      'release-register',
      'decide-payment',
    ])
    .optional(),
  saleId: z.string().optional(),
});
export type Notice = z.infer<typeof notice>;

const terminalView = z.object({
  mode: z.enum(['training', 'live', 'undecided']),
  environment: z.enum(['TRAINING', 'PREPROD', 'PROD']).optional(),
  shopName: z.string(),
  shopId: z.string(),
  posId: z.string(),
  keychain: z.enum(['ok', 'memory', 'missing', 'locked']),
  pinSet: z.boolean(),
  /** `static-qr`: the POS's static code (operation 5). `payment`: a code for each payment (operation 4). */
  chargeWith: z.enum(['static-qr', 'payment']),
  /** The static code is fixed to the counter: the display shows only amount and state. */
  sticker: z.boolean(),
  provisioned: z.boolean(),
  description: z.string().optional(),
});
export type TerminalView = z.infer<typeof terminalView>;

export const role = z.enum(['cashier', 'manager', 'support']);
export type Role = z.infer<typeof role>;

const leaving = z.object({
  /** Changes with every request. */
  id: z.int(),
  sale: z.object({ reference: z.string(), amount: z.int(), stage: saleStage }).optional(),
  refunds: z.int(),
  /** Set in kiosk mode: ending the app needs a PIN. */
  pin: z.literal(true).optional(),
});
export type Leaving = z.infer<typeof leaving>;

const updatesView = z.object({
  version: z.string(),
  state: z.enum(['off', 'idle', 'looking', 'downloading', 'ready', 'installing', 'failed']),
  off: z.enum(['switched-off', 'no-server', 'no-key', 'no-package']).optional(),
  /** Only successful looks, ms since the epoch. */
  lastLookAt: z.int().optional(),
  /** Absent if running already. */
  newest: z.string().optional(),
  /** Why the newest version is not installed: this till's turn comes later, or the version failed to start here. */
  notTaken: z.enum(['later', 'failed-before']).optional(),
  /** Per cent. */
  percent: z.int().optional(),
  waitsFor: z.enum(['sale', 'opening-hours', 'person', 'way-back']).optional(),
  problem: errorView.optional(),
  /** `from` did not start, so the till returned to `to`. */
  wentBack: z.object({ from: z.string(), to: z.string() }).optional(),
  /** No older version was left to return to. */
  stuck: z.boolean().optional(),
});
export type UpdatesView = z.infer<typeof updatesView>;

export const tillSnapshot = z.object({
  seq: z.int(),
  /** ms since the epoch. */
  at: z.int(),
  terminal: terminalView,
  counter: counterSettings.stored,
  /** The language of the settings, or a temporary choice. */
  language,
  /** By sale id, for the payments in this snapshot. */
  receiptLanguages: z.record(z.string(), language),
  role,
  person: z.object({ name: z.string(), role }).optional(),
  /** A person other than the managers has a PIN for signing in. */
  signsIn: z.literal(true).optional(),
  service: z.object({
    state: z.enum(['unknown', 'online', 'offline']),
    sinceMs: z.int(),
    host: z.string(),
    /** Service's clock minus this machine's, ms. */
    skewMs: z.number(),
  }),
  nextReference: z.string(),
  notices: z.array(notice),
  /** The sale on the screen, until dismissed. */
  sale: saleView.nullable(),
  opened: saleView.nullable(),
  /** From a link; the window uses the draft once. */
  handedDraft: z.object({ id: z.int(), amount: z.int(), reference: z.string(), description: z.string() }).optional(),
  recent: z.array(saleSummary),
  /** Still polled, oldest departure first. */
  parked: z.array(saleSummary),
  display: z.enum(['open', 'closed', 'off']),
  /** Payments and refunds open since before the start: still looked up, and resolved. */
  recovery: z.object({ running: z.boolean(), open: z.int(), resolved: z.int() }),
  leaving: leaving.optional(),
  /** Absent during a sale. */
  provisioning: provisioningQuestion.optional(),
  updates: updatesView.optional(),
});
export type TillSnapshot = z.infer<typeof tillSnapshot>;

/** Never contains another customer's amount or name. */
export const displaySnapshot = z.object({
  seq: z.int(),
  at: z.int(),
  shopName: z.string(),
  training: z.boolean(),
  environment: z.enum(['TRAINING', 'PREPROD', 'PROD']).optional(),
  /** `idle` is always present: the customer page needs no settings table for its defaults. */
  counter: z.object({
    languages: counterSettings.members.languages.stored,
    display: counterSettings.members.display.stored.required({ idle: true }),
  }),
  language,
  scene: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('idle') }),
    z.object({
      kind: z.literal('waiting'),
      amount: z.int(),
      /** Absent if the code is fixed to the counter. */
      deeplink: z.string().optional(),
      timeLeftMs: z.number(),
      lifetimeMs: z.number(),
    }),
    z.object({ kind: z.enum(['preparing', 'scanned', 'authorised', 'cancelling', 'unknown']), amount: z.int() }),
    z.object({
      kind: z.literal('paid'),
      amount: z.int(),
      debtorName: z.string().optional(),
      receipt: z.string().optional(),
    }),
    z.object({ kind: z.enum(['cancelled', 'expired', 'failed']), amount: z.int() }),
    /** `amount`: refunded cents of the `paid` cents. */
    z.object({ kind: z.enum(['refunded', 'partly-refunded']), amount: z.int(), paid: z.int() }),
  ]),
});
export type DisplaySnapshot = z.infer<typeof displaySnapshot>;
