import { z } from 'zod';
import { dayField } from '../../preload/contract/fields.ts';

/** Money is in cents, times are ms since the epoch, days are in the chain's time zone. `more`: the list continues. */

/** Each role includes the permissions of the roles before. */
export const roles = ['viewer', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

const read = <Ask extends z.ZodType, Answer extends z.ZodType>(ask: Ask, answer: Answer, role: Role = 'viewer') =>
  ({ ask, answer, role, writes: false }) as const;
/** Written to the audit log. */
const write = <Ask extends z.ZodType, Answer extends z.ZodType>(ask: Ask, answer: Answer, role: Role) =>
  ({ ask, answer, role, writes: true }) as const;

export const ROWS = 50;
export const MOST_DAYS = 92;
const MOST_TILLS_OF_A_CODE = 500;
/** For a single till at hand, or for a roll-out. */
export const CODE_HOURS = [1, 24, 168] as const;

/** PostgreSQL stores no U+0000. */
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\0]*$/);
const [words, ms, int, count] = [z.string(), z.number(), z.int(), z.int().min(0)];
const [orText, orMs, orInt] = [words.nullable(), ms.nullable(), int.nullable()];
/** A sum of many amounts may exceed the safe integers. */
const cents = ms;
const sum = z.object({ count, cents });
export type Sum = z.infer<typeof sum>;

const till = z.int32().min(1);
const shop = text(200);
const name = text(60).min(1);
const page = z.int().min(0).max(1_000).default(0);
const environment = z.enum(['PROD', 'PREPROD']);
/** Empty text and no shop match everything. */
const filter = { shop: shop.optional(), till: till.optional(), text: text(100).optional() };
const nothing = z.object({});
const list = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), more: z.boolean() });

/** Both days are inclusive. */
const days = z
  .object({ from: dayField, to: dayField })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000, 'page.range');

const place = { till, tillName: words, shop: words, shopName: words };

const part = z.object({ key: words, name: words, paid: sum, refunded: sum, unknown: count, before: cents });

/**
 * `mayEnd`: a past event that a click ends; `toDecide`: ends with a decision. `otherName`: the second till with a
 * conflicting report about `ids`. `counts`: whether the data in question counts until the decision.
 */
const alert = z.object({
  ...{ alert: int, kind: words, till: orInt, tillName: orText, shopName: orText, raisedAt: ms, mayEnd: z.boolean() },
  ...{ toDecide: z.boolean(), about: words, otherName: orText, ids: z.array(words), counts: z.boolean() },
});

/** As last reported by the till; a newer till may report more. */
const status = z.object({
  ...{ appVersion: words, backlog: int, clockKnown: z.boolean(), keychain: words, journal: words },
  ...{ skewMs: ms.optional(), journalBytes: ms.optional(), diskFree: ms.optional() },
});

const tillRow = z.object({
  ...{ till, name: words, shop: words, shopName: words, terminal: words, environment: words },
  ...{ status: status.nullable(), enrolledAt: ms, endedAt: orMs, lastSeen: orMs },
  /** `waits`: the till has not confirmed the newest settings. */
  settings: z.enum(['none', 'applied', 'failed', 'waits']),
  settingsWhy: z.object({ code: words, path: words.optional() }).nullable(),
  alerts: z.array(alert.pick({ alert: true, kind: true, raisedAt: true })),
});
export type TillRow = z.infer<typeof tillRow>;

/** `alarm`: stage that was shown before the sale ended otherwise. */
const saleRow = z.object({
  ...{ ...place, journal: int, saleId: words, day: dayField, at: ms, reference: words, amount: int, refunded: cents },
  counted: z.boolean(),
  ...{ stage: words, settled: z.boolean(), alarm: orText, environment: words },
});
export type SaleRow = z.infer<typeof saleRow>;
const saleFull = saleRow.extend({
  ...{ description: orText, status: orText, ending: orText, paymentId: orText, origin: words, byName: orText },
  ...{ register: orText, succeededAt: orMs, endedAt: orMs },
});
const salePlace = z.object({ at: ms, till, saleId: text(100) });

const refundRow = z.object({
  ...{ ...place, journal: int, refundKey: words, saleId: words, saleDay: dayField.nullable(), reference: orText },
  ...{ at: ms, amount: int, reason: orText, stage: words, byName: orText, allowedName: orText },
});
export type RefundRow = z.infer<typeof refundRow>;
const person = z.object({ shop: words, shopName: words, name: orText, refunded: sum, largest: int, allowed: count });

const payoutRow = z.object({
  ...{ merchant: words, payoutId: words, day: dayField, status: words, ibanEnd: orText },
  ...{ paymentCount: int, paymentCents: int, refundCount: int, refundCents: int, payoutCents: int },
});
const transaction = z.object({
  ...{ id: words, kind: z.enum(['payment', 'refund']), cents: int, at: ms, reference: orText },
  sale: z.object({ ...place, journal: int, saleId: words, day: dayField }).nullable(),
});

const scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chain') }),
  z.object({ kind: z.literal('shop'), shop }),
  z.object({ kind: z.literal('till'), till }),
]);
export type Scope = z.infer<typeof scope>;
/** `own`: set in this scope. `wider`: the inherited value. */
const setting = z.object({
  path: words,
  own: z.object({ value: z.unknown(), by: words, at: ms }).nullable(),
  wider: z.object({ from: z.enum(['chain', 'shop']), value: z.unknown() }).nullable(),
});

/** `shops`: null for every shop. */
const member = z.object({
  ...{ email: z.email().max(200).toLowerCase(), name, role: z.enum(roles), shops: z.array(shop).max(1_000).nullable() },
});
export type Member = z.infer<typeof member>;
const memberRow = member.extend({ email: words });

/** `detail`: the changed fields. */
const entry = z.object({
  ...{ entry: int, at: ms, who: words, did: words, shop: orText, till: orInt },
  detail: z.record(words, z.unknown()).nullable(),
});

export const calls = {
  me: read(
    nothing,
    memberRow.extend({
      ...{ chain: words, today: dayField, environments: z.array(environment) },
      seen: z.array(z.object({ shop: words, name: words })),
    }),
  ),
  /** `to`: the next address. */
  'sign-out': write(nothing, z.object({ to: words }), 'viewer'),
  /** `before`: the same day a week before. `sameTime`: takings of both days at the beginning of `hour`. */
  today: read(
    z.object({ day: dayField, environment, shop: filter.shop, till: filter.till }),
    z.object({
      ...{ day: dayField, before: dayField, paid: sum, refunded: sum, cancelled: count, failed: count, unknown: count },
      sameTime: z.object({ hour: int, now: cents, before: cents }),
      hours: z.array(z.object({ hour: int, paid: sum, before: sum })),
      ...{ parts: z.array(part), more: z.boolean() },
    }),
  ),
  alerts: read(z.object({ shop: filter.shop, till: filter.till }), list(alert)),
  'alert.seen': write(z.object({ alert: z.int32() }), nothing, 'manager'),
  /** `accept`: the merchant counts, the failed till is tried again, or the later till's report counts. */
  'alert.decide': write(z.object({ alert: z.int32(), accept: z.boolean() }), nothing, 'manager'),
  /** `till`: the other filters are ignored. */
  tills: read(
    z.object({ ...filter, show: z.enum(['all', 'troubled', 'ended']), page }),
    list(tillRow).extend({ counts: z.object({ all: count, troubled: count, ended: count }) }),
  ),
  'till.save': write(z.object({ till, name: text(60) }), nothing, 'manager'),
  'till.end': write(z.object({ till }), nothing, 'manager'),
  'shop.save': write(z.object({ shop: shop.min(1), name }), nothing, 'admin'),
  /** A reinstalled till keeps its number. Without merchants, the till's own are used. */
  'enrol.make': write(
    z
      .object({
        ...{ shop: filter.shop, till: filter.till, merchants: z.array(text(100)).max(20).default([]) },
        tills: z.int('page.count').min(1, 'page.count').max(MOST_TILLS_OF_A_CODE, 'page.count').default(1),
        hours: z.literal(CODE_HOURS).default(1),
      })
      .refine(({ tills, merchants }) => tills === 1 || merchants.length > 0, 'page.merchants'),
    z.object({ code: words, expiresAt: ms }),
    'manager',
  ),
  /** `late`: ended otherwise than first shown. `found`: by the beginning of a reference, a payment id or an amount. */
  sales: read(
    days.safeExtend({ ...filter, show: z.enum(['open', 'unknown', 'late', 'found']), after: salePlace.optional() }),
    z.object({ rows: z.array(saleRow), next: salePlace.nullable() }),
  ),
  /** `events`: in order, with short fields only: no body and no payer. */
  sale: read(
    z.object({ till, journal: z.int32().min(1).default(1), saleId: text(100), day: dayField }),
    z.object({
      ...{ sale: saleFull, refunds: z.array(refundRow) },
      payout: z.object({ merchant: words, payoutId: words }).nullable(),
      events: z.array(z.object({ seq: int, at: ms, type: words, facts: z.record(words, z.union([words, int])) })),
    }),
  ),
  refunds: read(days.safeExtend({ environment, shop: filter.shop }), list(person)),
  'refunds.of': read(days.safeExtend({ environment, shop, name: text(200).nullable(), page }), list(refundRow)),
  /** Only for members with all shops: a payout covers all sales of a merchant. */
  payouts: read(days.safeExtend({ page }), list(payoutRow)),
  /** `known`: a till of the chain has the payment. `reports`: all reports when tills disagree. */
  payout: read(
    z.object({ merchant: text(100), payoutId: text(100), show: z.enum(['all', 'unknown']), page }),
    list(transaction).extend({
      ...{ payout: payoutRow, known: sum, unknown: sum },
      reports: z.array(payoutRow.extend({ tillName: words, shown: z.boolean() })),
    }),
  ),
  settings: read(
    z.object({ scope }),
    z.object({ fields: z.array(setting), tills: z.object({ applied: count, failed: count, waits: count }) }),
    'manager',
  ),
  /** Saved all or none. Null removes the setting in this scope. */
  'settings.save': write(z.object({ scope, values: z.record(words, z.unknown()) }), nothing, 'manager'),
  /** `isBound`: no other account of the sign-in service can sign in with the address. */
  members: read(nothing, z.object({ rows: z.array(memberRow.extend({ isBound: z.boolean() })) }), 'admin'),
  'member.save': write(member, nothing, 'admin'),
  'member.unbind': write(z.object({ email: words }), nothing, 'admin'),
  'member.remove': write(z.object({ email: words }), nothing, 'admin'),
  audit: read(z.object({ before: int.optional() }), list(entry), 'admin'),
} as const;

export type CallName = keyof typeof calls;
/** `Sent`: the request as the page sends it; `Asked`: as the server parses it. */
export type Sent<Name extends CallName> = z.input<(typeof calls)[Name]['ask']>;
export type Asked<Name extends CallName> = z.output<(typeof calls)[Name]['ask']>;
export type Received<Name extends CallName> = z.output<(typeof calls)[Name]['answer']>;

/** `GET /export?…`. */
export const exportAsk = days.safeExtend({
  table: z.enum(['sales', 'refunds', 'tills', 'payout']),
  shop: filter.shop,
  merchant: text(100).optional(),
  payoutId: text(100).optional(),
  decimal: z.enum([',', '.']).default(','),
});
export type ExportAsk = z.infer<typeof exportAsk>;

/** Sent with any status from 400 on. `path`: a field of the request, or a setting. */
export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}
