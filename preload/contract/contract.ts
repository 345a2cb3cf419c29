import { z } from 'zod';
import { backupCalls } from './backup.ts';
import { call, everyone, managers, managersAlone, nothing } from './call.ts';
import { checksCalls } from './checks.ts';
import { exportCalls } from './export.ts';
import { amountField, descriptionField, pinField, reasonField, referenceField } from './fields.ts';
import { figuresCalls } from './figures.ts';
import { headOfficeCalls } from './head-office.ts';
import { keysCalls } from './keys.ts';
import { logsCalls } from './logs.ts';
import { packCalls } from './pack.ts';
import { paperCalls } from './paper.ts';
import { paymentsCalls } from './payments.ts';
import { payoutsCalls } from './payouts.ts';
import { peopleCalls } from './people.ts';
import { type HandedIn, provisioningCalls } from './provisioning-calls.ts';
import { recordCalls } from './record.ts';
import { registersCalls } from './registers.ts';
import { screensCalls } from './screens.ts';
import { language } from './setting-values.ts';
import { settingsCalls } from './settings.ts';
import { shiftCalls } from './shifts.ts';
import { stickerCalls } from './sticker.ts';
import { displaySnapshot, type errorView, listedState, refundDecision, saleSummary, tillSnapshot } from './views.ts';

/** Every call and event: a window cannot reach main in any other way. */

export type { WindowName } from './call.ts';

const place = z.strictObject({ at: z.int(), saleId: z.uuid() });
const saleOnly = z.strictObject({ saleId: z.uuid() });

const trainingAct = z.enum(['scan', 'confirm', 'refuse', 'bank-refuses', 'expire']);
export type TrainingAct = z.infer<typeof trainingAct>;

/** An empty string counts as absent. */
const saleDraft = z.strictObject({
  amount: amountField,
  reference: referenceField.optional(),
  description: descriptionField.optional(),
});
export type SaleDraft = z.infer<typeof saleDraft>;

const saleStart = saleDraft.extend({ confirmed: z.literal(true).optional(), managerPin: pinField.optional() });

const refundDraft = z.strictObject({
  /** Request id made by the window, one for each click: a repeated message makes no second refund. */
  wish: z.uuid(),
  saleId: z.uuid(),
  amount: amountField,
  /** Refundable cents as shown to the user. */
  seen: z.int().min(0),
  reason: reasonField.optional(),
  managerPin: pinField.optional(),
});

const refundSettling = z.strictObject({
  refundKey: z.uuid(),
  decision: refundDecision,
  managerPin: pinField.optional(),
});

const text = z.string();

const about = z.object({ version: text, terminalId: text, dataFolder: text });

export const calls = {
  'till.snapshot': call(nothing, tillSnapshot, everyone),
  'display.snapshot': call(nothing, displaySnapshot, everyone, ['display']),
  'display.open': call(nothing, nothing, everyone),
  /** Heartbeat of a page, every 2 s. Main reloads a page that stays silent for too long. */
  'window.alive': call(nothing, nothing, everyone, ['till', 'display']),
  /** Temporarily: in the till until a manager changes the setting, on the display until the customer has left. */
  'window.speak': call(z.strictObject({ language }), nothing, everyone, ['till', 'display']),

  /** Above the maximum a manager's PIN and `confirmed` are required; for an unusual amount only `confirmed`. */
  'sale.start': call(saleStart, z.object({ saleId: z.string() }), everyone),
  'sale.cancel': call(saleOnly, nothing, everyone),
  'sale.customer-says-paid': call(saleOnly, nothing, everyone),
  'sale.dismiss': call(saleOnly, nothing, everyone),
  'sale.acknowledge-alarm': call(saleOnly, nothing, everyone),
  /** Whether a payment found under a typed reference belongs to the sale. */
  'sale.decide': call(
    z.strictObject({ saleId: z.uuid(), paymentId: z.string().max(64), decision: z.enum(['same', 'another']) }),
    nothing,
    everyone,
  ),
  'sale.take-draft': call(z.strictObject({ id: z.int() }), nothing, everyone),

  /** Newest first. A page may be short or empty although `next` is set. */
  'payments.find': call(
    z.strictObject({
      text: z.string().max(100),
      states: z.array(listedState).min(1).optional(),
      /** Charge times, ms since the epoch; `before` is exclusive. */
      from: z.int().optional(),
      before: z.int().optional(),
      after: place.optional(),
      limit: z.int().min(1).max(200),
    }),
    z.object({ rows: z.array(saleSummary), next: place.nullable() }),
    everyone,
  ),
  /** Searches the service for payments of other tills, and stores the results. */
  'payments.find-elsewhere': call(
    z.strictObject({ reference: referenceField }),
    z.object({ found: z.int() }),
    managers,
  ),
  'payments.open': call(z.strictObject({ saleId: z.uuid().nullable() }), nothing, everyone),

  /** A PIN is required above the shop's refund limit, of the payment or of this till in 24 hours. */
  'refund.start': call(refundDraft, z.object({ refundKey: z.string() }), everyone),
  /** `at`: time of the service's response, ms since the epoch. `complete`: refunds of other tills could be listed. */
  'refund.look': call(saleOnly, z.object({ at: z.int(), complete: z.boolean() }), everyone),
  /** Withdraws the request; `too-late` once sending has begun. */
  'refund.take-back': call(
    z.strictObject({ wish: z.uuid() }),
    z.object({ outcome: z.enum(['taken-back', 'too-late']) }),
    everyone,
  ),
  /** For an outcome unknown to the service. Needs a manager, signed in or by PIN. */
  'refund.settle': call(refundSettling, nothing, everyone),
  ...paperCalls,

  'session.unlock': call(z.strictObject({ pin: pinField }), nothing, everyone),
  'session.lock': call(nothing, nothing, everyone),
  'session.keep': call(nothing, nothing, managers),

  ...settingsCalls,
  /** Accepts responses signed for this path from now on: the value `got` of the notice with this id. */
  'service.accept-path': call(
    z.strictObject({ id: z.string().max(200), path: z.string().max(300) }),
    nothing,
    managers,
  ),
  /** Confirms a missing, truncated or altered journal: refunds are possible again. */
  'journal.clear-alarm': call(nothing, nothing, managersAlone),
  'terminal.choose': call(z.strictObject({ mode: z.enum(['training', 'live']) }), nothing, managers),
  'terminal.about': call(nothing, about, managers),
  'terminal.licences': call(
    nothing,
    z.object({ licences: z.array(z.object({ name: text, version: text.optional(), licence: text.optional() })) }),
    everyone,
  ),
  'terminal.licence': call(z.strictObject({ index: z.number().int().nonnegative() }), z.object({ text }), everyone),
  'terminal.try-again': call(nothing, nothing, everyone),
  'updates.look': call(nothing, nothing, managers),
  'updates.install': call(nothing, nothing, managers),
  ...provisioningCalls,
  'notice.dismiss': call(z.strictObject({ id: z.string().max(200) }), nothing, everyone),

  /** The till window shows the question whether to end the app. Main waits for the answer from then on. */
  'leaving.shown': call(z.strictObject({ id: z.int() }), nothing, everyone),
  'leaving.answer': call(
    z.strictObject({ id: z.int(), answer: z.enum(['stay', 'end']), pin: pinField.optional() }),
    nothing,
    everyone,
  ),

  ...shiftCalls,

  'training.open-payer': call(saleOnly, nothing, everyone),
  'training.act': call(saleOnly.extend({ act: trainingAct }), nothing, everyone),

  ...paymentsCalls,
  ...payoutsCalls,
  ...peopleCalls,
  ...registersCalls,
  ...headOfficeCalls,
  ...recordCalls,
  ...figuresCalls,
  ...exportCalls,
  ...stickerCalls,
  ...keysCalls,
  ...backupCalls,
  ...logsCalls,
  ...packCalls,
  /** Found by any id, reference or trace id. In English, for the service's support staff. */
  'diagnosis.read': call(
    z.strictObject({ id: z.string().trim().min(1).max(200) }),
    z.object({ saleId: text, reference: text, text }),
    managers,
  ),
  /** Copies the last diagnosis, and logs the copy in the audit log. */
  'diagnosis.copy': call(z.strictObject({ saleId: z.string().max(64) }), nothing, managers),
  ...checksCalls,
  ...screensCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type Ask<Name extends CallName> = z.input<Calls[Name]['ask']>;
export type Answer<Name extends CallName> = z.output<Calls[Name]['answer']>;

const events = { 'till.snapshot': tillSnapshot, 'display.snapshot': displaySnapshot } as const;
export type EventName = keyof typeof events;
export type EventBody<Name extends EventName> = z.output<(typeof events)[Name]>;

/** No call throws across the process boundary. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: z.infer<typeof errorView> };

export interface Bridge {
  /** Hands in a file dropped onto the window. The path stays in main and the preload. */
  handIn(file: File): Promise<Outcome<HandedIn>>;
  call<Name extends CallName>(name: Name, ask: Ask<Name>): Promise<Outcome<Answer<Name>>>;
  on<Name extends EventName>(name: Name, listener: (body: EventBody<Name>) => void): () => void;
}
