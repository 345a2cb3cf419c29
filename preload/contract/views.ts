import { z } from 'zod';
import { provisioningQuestion } from './provisioning.ts';
import { language } from './setting-values.ts';
import { counterSettings } from './settings-table.ts';

/** Each snapshot is whole: a window that has the newest one has everything. */

/** Names of a sale's stages; the service's own status value stands beside it in `status`. */
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

/** An error, for the person reading it. `code` is stable; the renderer translates it with `values`. */
export const errorView = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  /** The payment service's own code, for support. */
  serviceCode: z.string().optional(),
  traceId: z.string().optional(),
  /** The contract field that the error belongs to, such as `reference`. */
  field: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type ErrorView = z.infer<typeof errorView>;

/** A look-up did not settle it: none in the service's list, several that may be it, or no list to be had. */
export const refundDoubt = z.enum(['absent', 'several', 'refused']);
export type RefundDoubt = z.infer<typeof refundDoubt>;

export const refundDecision = z.enum(['not-made', 'send-again']);
export type RefundDecision = z.infer<typeof refundDecision>;

export const refundView = z.object({
  /** The till's own id of the refund; it exists before the service knows of it. */
  refundKey: z.string(),
  refundId: z.string().optional(),
  amount: z.int(),
  reason: z.string().optional(),
  /**
   * `sending`: no outcome yet. `unconfirmed`: the service may have made it, and no answer that verified says so yet.
   * `not-made`: closed by a manager.
   */
  stage: z.enum(['sending', 'unconfirmed', 'pending', 'refunded', 'failed', 'refused', 'not-made']),
  status: z.string().optional(),
  at: z.int(),
  problem: errorView.optional(),
  trouble: errorView.optional(),
  /** The service asked to wait until then, ms since the epoch. */
  waitsUntil: z.int().optional(),
  /** A manager had closed it as not made, and it was made after all. */
  madeAfterAll: z.boolean().optional(),
  allowedByManager: z.boolean().optional(),
  unsettled: refundDoubt.optional(),
});
export type RefundView = z.infer<typeof refundView>;

/** A refund between the press and its beginning. `interrupted`: the till ended in between. */
export const refundAsked = z.object({
  wish: z.string(),
  amount: z.int(),
  at: z.int(),
  interrupted: z.literal(true).optional(),
});

/** Why a refund asks for a manager: each does here, or the limit of the payment or that of 24 hours is used up. */
const whyManager = z.enum(['always', 'payment', 'day']);
export type WhyManager = z.infer<typeof whyManager>;

export const saleSummary = z.object({
  saleId: z.string(),
  reference: z.string(),
  amount: z.int(),
  stage: saleStage,
  /** When it was charged, ms since the epoch; the list is in its order. */
  at: z.int(),
  /** When it was paid, by the service's clock, ms since the epoch. */
  succeededAt: z.int().optional(),
  /** Charged at another till, and found through the service. */
  elsewhere: z.boolean().optional(),
  parked: z.boolean().optional(),
  debtorName: z.string().optional(),
  refunded: z.int(),
  refunding: z.boolean(),
});
export type SaleSummary = z.infer<typeof saleSummary>;

/** The stage, or for a paid one that money went back. */
export const listedState = z.enum([...saleStage.options, 'partly-refunded', 'refunded']);
export type ListedState = z.infer<typeof listedState>;

/** Set where the stage alone does not say it. */
export const saleEnding = z.enum([
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
  /** The service's status value, as it came; may be one that the spec does not list. */
  status: z.string().optional(),
  paymentId: z.string().optional(),
  /** The POS that charged it; absent where the service does not tell another till's. */
  posId: z.string().optional(),
  elsewhere: z.boolean().optional(),
  parked: z.boolean().optional(),
  /** Text of the QR code (the payment's deeplink). */
  deeplink: z.string().optional(),
  startedAt: z.int(),
  /** When this till noticed the end; the time of a payment is `succeededAt`. */
  endedAt: z.int().optional(),
  succeededAt: z.int().optional(),
  /** ms until expiry when this snapshot was made, and of the whole lifetime; absent before creation. */
  timeLeftMs: z.number().optional(),
  lifetimeMs: z.number().optional(),
  cancel: z.enum(['no', 'asked', 'too-late']),
  ending: saleEnding.optional(),
  debtor: z.object({ name: z.string().optional(), iban: z.string().optional() }).optional(),
  message: z.string().optional(),
  bulkId: z.string().optional(),
  /** Characters of the description that the service did not take. */
  leftOut: z.string().optional(),
  /** Absent where nobody had signed in, and for another till's payment. */
  chargedBy: z.string().optional(),
  /** The name of the cash register that asked for it. */
  register: z.string().optional(),
  /** The till's present work about it, since `sinceMs` (since the epoch). */
  doing: z
    .object({
      code: z.string(),
      sinceMs: z.int(),
      /** The service asked to wait until then, ms since the epoch. */
      untilMs: z.int().optional(),
    })
    .optional(),
  /** The service has said nothing for so long that the sale may be left; the till follows it on. */
  leavable: z.boolean().optional(),
  /** A payment was found under its typed reference; a person decides whether it is the sale's. */
  undecided: z.boolean().optional(),
  problem: errorView.optional(),
  /** The answer to *Customer says they paid*. */
  verdict: z
    .object({
      at: z.int(),
      kind: z.enum(['asking', 'paid', 'not-paid', 'unknown', 'not-found', 'unreachable']),
      succeededAt: z.int().optional(),
    })
    .optional(),
  /** Paid after it was shown as cancelled, expired or failed, or left: somebody must acknowledge it. */
  alarm: z.object({ shownAs: saleStage, at: z.int(), acknowledged: z.boolean() }).optional(),
  refunds: z.array(refundView),
  /** A refund that somebody asked for and that has not begun: nothing has been sent. */
  refundAsked: refundAsked.optional(),
  /** Cents. */
  refunded: z.int(),
  refundable: z.int(),
  /** Cents of it that whoever is at the till may refund without a manager's PIN; absent when none is needed. */
  refundableWithoutPin: z.int().optional(),
  refundPinWhy: whyManager.optional(),
});
export type SaleView = z.infer<typeof saleView>;

export const notice = z.object({
  /** Stable while the app runs: a notice replaces the one with its id. */
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

export const terminalView = z.object({
  mode: z.enum(['training', 'live', 'undecided']),
  environment: z.enum(['TRAINING', 'PREPROD', 'PROD']).optional(),
  shopName: z.string(),
  shopId: z.string(),
  posId: z.string(),
  keychain: z.enum(['ok', 'memory', 'missing', 'locked']),
  pinSet: z.boolean(),
  /** `static-qr`: the POS's own code (operation 5). `payment`: a code for each payment (operation 4). */
  chargeWith: z.enum(['static-qr', 'payment']),
  /** The static code hangs on the counter: the display shows amount and state only. */
  sticker: z.boolean(),
  provisioned: z.boolean(),
  /** The description of a payment for which nobody types one. */
  description: z.string().optional(),
});
export type TerminalView = z.infer<typeof terminalView>;

export const role = z.enum(['cashier', 'manager', 'support']);
export type Role = z.infer<typeof role>;

export const leaving = z.object({
  /** Another one for each time that somebody asks. */
  id: z.int(),
  sale: z.object({ reference: z.string(), amount: z.int(), stage: saleStage }).optional(),
  refunds: z.int(),
  /** The app is in kiosk: ending it takes a PIN. */
  pin: z.literal(true).optional(),
});
export type Leaving = z.infer<typeof leaving>;

const updatesView = z.object({
  version: z.string(),
  state: z.enum(['off', 'idle', 'looking', 'downloading', 'ready', 'installing', 'failed']),
  off: z.enum(['switched-off', 'no-server', 'no-key', 'no-package']).optional(),
  /** When the till last looked and was answered, ms since the epoch. */
  lastLookAt: z.int().optional(),
  /** The newest version, where it is not the one that runs. */
  newest: z.string().optional(),
  /** Why the newest is not taken: this till's turn comes later, or it did not start here. */
  notTaken: z.enum(['later', 'failed-before']).optional(),
  /** Per cent. */
  percent: z.int().optional(),
  waitsFor: z.enum(['sale', 'opening-hours', 'person', 'way-back']).optional(),
  problem: errorView.optional(),
  /** `from` did not start, so the till went back. */
  wentBack: z.object({ from: z.string(), to: z.string() }).optional(),
  /** This version did not start at first, and there was nothing to go back to. */
  stuck: z.boolean().optional(),
});
export type UpdatesView = z.infer<typeof updatesView>;

export const tillSnapshot = z.object({
  seq: z.int(),
  /** ms since the epoch. */
  at: z.int(),
  terminal: terminalView,
  counter: counterSettings.stored,
  /** The language of the settings, or one chosen for now. */
  language,
  /** The language of the receipt, by sale, for the payments in this snapshot. */
  receiptLanguages: z.record(z.string(), language),
  role,
  person: z.object({ name: z.string(), role }).optional(),
  /** Somebody else than managers has a PIN to sign in with. */
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
  /** The sale on the screen, until it is dismissed. */
  sale: saleView.nullable(),
  opened: saleView.nullable(),
  /** A link starts a sale with it; the window takes it once. */
  handedDraft: z.object({ id: z.int(), amount: z.int(), reference: z.string(), description: z.string() }).optional(),
  recent: z.array(saleSummary),
  /** Sales that were left before their end and are followed on, the one that was left first in front. */
  parked: z.array(saleSummary),
  display: z.enum(['open', 'closed', 'off']),
  /** Payments and refunds of before the start: still looked up, and resolved. */
  recovery: z.object({ running: z.boolean(), open: z.int(), resolved: z.int() }),
  leaving: leaving.optional(),
  /** A provisioning file asks to set this terminal up anew; not while a sale is under way. */
  provisioning: provisioningQuestion.optional(),
  updates: updatesView.optional(),
});
export type TillSnapshot = z.infer<typeof tillSnapshot>;

/** Never another customer's amount or name. */
export const displaySnapshot = z.object({
  seq: z.int(),
  at: z.int(),
  shopName: z.string(),
  training: z.boolean(),
  environment: z.enum(['TRAINING', 'PREPROD', 'PROD']).optional(),
  /** The idle scene is filled in: the customer's page needs no table of settings. */
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
      /** Absent when the code hangs on the counter. */
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
    /** `amount` went back, of the `paid` cents. */
    z.object({ kind: z.enum(['refunded', 'partly-refunded']), amount: z.int(), paid: z.int() }),
  ]),
});
export type DisplaySnapshot = z.infer<typeof displaySnapshot>;
