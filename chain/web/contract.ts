import { z } from 'zod';
import { dayField } from '../../preload/contract/fields.ts';

/**
 * The calls of the page, each with its request, its answer and the least role that may make it. Money is in cents, times
 * are ms since the epoch, and a day is one of the chain's time zone. A list says with `more` that it goes on.
 */

/** Each may what the one before it may. */
export const roles = ['viewer', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

const read = <Ask extends z.ZodType, Answer extends z.ZodType>(ask: Ask, answer: Answer, role: Role = 'viewer') =>
  ({ ask, answer, role, writes: false }) as const;
/** It is noted in the audit with what it changes. */
const write = <Ask extends z.ZodType, Answer extends z.ZodType>(ask: Ask, answer: Answer, role: Role) =>
  ({ ask, answer, role, writes: true }) as const;

export const ROWS = 50;
export const MOST_DAYS = 92;
export const MOST_TILLS_OF_A_CODE = 500;
/** Hours for which a code may be good: for one till at hand, or for a roll-out. */
export const CODE_HOURS = [1, 24, 168] as const;

/** PostgreSQL keeps no U+0000. */
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\0]*$/);
const [words, ms, int, count] = [z.string(), z.number(), z.int(), z.int().min(0)];
const [orText, orMs, orInt] = [words.nullable(), ms.nullable(), int.nullable()];
/** A sum of many may be larger than an exact number. */
const cents = ms;
const sum = z.object({ count, cents });
export type Sum = z.infer<typeof sum>;

const till = z.int32().min(1);
const shop = text(200);
const name = text(60).min(1);
const page = z.int().min(0).max(1_000).default(0);
const environment = z.enum(['PROD', 'PREPROD']);
/** Empty words and no shop: all. */
const filter = { shop: shop.optional(), till: till.optional(), text: text(100).optional() };
const nothing = z.object({});
const list = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), more: z.boolean() });

/** From the first to the last. */
const days = z
  .object({ from: dayField, to: dayField })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000, 'page.range');

/** A till's place, with its names. */
const place = { till, tillName: words, shop: words, shopName: words };

const part = z.object({ key: words, name: words, paid: sum, refunded: sum, unknown: count, before: cents });

/**
 * `mayEnd`: it happened, and somebody may say that they saw it; `toDecide`: it ends when somebody has decided; others end
 * with their cause. `otherName`: the other of two tills that report different things, about `ids`. `counts`: the data that it
 * is about counts until then.
 */
const alert = z.object({
  ...{ alert: int, kind: words, till: orInt, tillName: orText, shopName: orText, raisedAt: ms, mayEnd: z.boolean() },
  ...{ toDecide: z.boolean(), about: words, otherName: orText, ids: z.array(words), counts: z.boolean() },
});

/** As the till told it last; a newer till may tell more. */
const status = z.object({
  ...{ appVersion: words, backlog: int, clockKnown: z.boolean(), keychain: words, journal: words },
  ...{ skewMs: ms.optional(), journalBytes: ms.optional(), diskFree: ms.optional() },
});

const tillRow = z.object({
  ...{ till, name: words, shop: words, shopName: words, terminal: words, environment: words },
  ...{ status: status.nullable(), enrolledAt: ms, endedAt: orMs, lastSeen: orMs },
  /** `waits`: it has not told of the newest ones. */
  settings: z.enum(['none', 'applied', 'failed', 'waits']),
  settingsWhy: z.object({ code: words, path: words.optional() }).nullable(),
  alerts: z.array(alert.pick({ alert: true, kind: true, raisedAt: true })),
});
export type TillRow = z.infer<typeof tillRow>;

/** `alarm`: it was shown as that, and ended otherwise. */
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
/** `own`: set in this scope. `wider`: what holds where it is not. */
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

/** `detail`: the fields that were set. */
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
  /** `to`: the address to go on to. */
  'sign-out': write(nothing, z.object({ to: words }), 'viewer'),
  /** `before`: the same day a week before. `sameTime`: what both had taken when `hour` began. */
  today: read(
    z.object({ day: dayField, environment, shop: filter.shop, till: filter.till }),
    z.object({
      ...{ day: dayField, before: dayField, paid: sum, refunded: sum, cancelled: count, failed: count, unknown: count },
      sameTime: z.object({ hour: int, now: cents, before: cents }),
      hours: z.array(z.object({ hour: int, paid: sum, before: sum })),
      ...{ parts: z.array(part), more: z.boolean() },
    }),
  ),
  /** Those that have not ended, the newest first. */
  alerts: read(z.object({ shop: filter.shop, till: filter.till }), list(alert)),
  'alert.seen': write(z.object({ alert: z.int32() }), nothing, 'manager'),
  /** `accept`: the merchant counts, the till is tried again, or what the later of two tills reports counts. */
  'alert.decide': write(z.object({ alert: z.int32(), accept: z.boolean() }), nothing, 'manager'),
  /** `till`: that one alone, whatever else is asked. */
  tills: read(
    z.object({ ...filter, show: z.enum(['all', 'troubled', 'ended']), page }),
    list(tillRow).extend({ counts: z.object({ all: count, troubled: count, ended: count }) }),
  ),
  'till.save': write(z.object({ till, name: text(60) }), nothing, 'manager'),
  'till.end': write(z.object({ till }), nothing, 'manager'),
  'shop.save': write(z.object({ shop: shop.min(1), name }), nothing, 'admin'),
  /** For so many tills of a shop, or for a till that is installed again and keeps its number. No merchants: the till's own. */
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
  /** `late`: paid after all, or taken back. `found`: the beginning of a reference, a payment id or an amount. */
  sales: read(
    days.safeExtend({ ...filter, show: z.enum(['open', 'unknown', 'late', 'found']), after: salePlace.optional() }),
    z.object({ rows: z.array(saleRow), next: salePlace.nullable() }),
  ),
  /** `events`: in order, with short fields alone: no body and no payer. */
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
  /** For who sees every shop: a payout is of all that a merchant has. */
  payouts: read(days.safeExtend({ page }), list(payoutRow)),
  /** `known`: a till of the chain has the payment. `reports`: all, where tills report different ones. */
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
  /** All of them or none. Null: it is set here no longer. */
  'settings.save': write(z.object({ scope, values: z.record(words, z.unknown()) }), nothing, 'manager'),
  /** `isBound`: an account of the sign-in service is theirs, and no other comes in with their address. */
  members: read(nothing, z.object({ rows: z.array(memberRow.extend({ isBound: z.boolean() })) }), 'admin'),
  'member.save': write(member, nothing, 'admin'),
  'member.unbind': write(z.object({ email: words }), nothing, 'admin'),
  'member.remove': write(z.object({ email: words }), nothing, 'admin'),
  audit: read(z.object({ before: int.optional() }), list(entry), 'admin'),
} as const;

export type CallName = keyof typeof calls;
/** `Sent` is what the page sends, `Asked` what the server reads of it. */
export type Sent<Name extends CallName> = z.input<(typeof calls)[Name]['ask']>;
export type Asked<Name extends CallName> = z.output<(typeof calls)[Name]['ask']>;
export type Told<Name extends CallName> = z.output<(typeof calls)[Name]['answer']>;

/** A table as CSV, by `GET /export?…`. */
export const exportAsk = days.safeExtend({
  table: z.enum(['sales', 'refunds', 'tills', 'payout']),
  shop: filter.shop,
  merchant: text(100).optional(),
  payoutId: text(100).optional(),
  decimal: z.enum([',', '.']).default(','),
});
export type ExportAsk = z.infer<typeof exportAsk>;

/** With any status of 400 and more. `path`: the field of a request, or a setting. */
export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}
