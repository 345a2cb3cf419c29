import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import { DAY_MS } from '../base/days.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor, FromRegister, JournalAct } from '../domain/events.ts';
import { isEnd, type SaleRecord } from '../domain/sale-record.ts';
import { REGISTER_RELEASED, SALE_NOT_CLAIMED } from '../journal/projections.ts';
import type { ChargeAsk, Register } from './register-payment.ts';
import type { SellingTill } from './shown-payment.ts';

/** Registers may repeat a request for two days: until then an unknown key may belong to the lost journal. */
export const RETRY_MS = 2 * DAY_MS;
/** After three minutes without the service, the cashier may let a register charge before recovery is complete. */
const RELEASABLE_AFTER_MS = 3 * 60_000;
/** 43 bits; even with a long posId at least ten digits fit. */
const MOST_DIGITS = 13;
const LONGEST_REFERENCE = 35;
/** References already searched: a request repeated while the cashier decides starts no second search. */
const MOST_REFERENCES = 100;

/** To be answered before the register can continue. `id` is stable. */
export type RegisterQuestion = {
  readonly id: string;
  readonly register: Register;
} & (
  | { readonly kind: 'found' | 'parked'; readonly sale: SaleRecord }
  | { readonly kind: 'refilling'; readonly sale?: never }
);

export interface UnknownKeysParts {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** From the sealed record; undefined if the terminal has none. */
  referenceKey(): Buffer | undefined;
  changed(): void;
}

interface Looked {
  readonly references: LRUCache<string, Promise<unknown>>;
  readonly found: Map<string, { readonly register: Register; readonly from: FromRegister; readonly saleId: string }>;
  readonly refusedSince: Map<string, { readonly register: Register; readonly at: number }>;
}

/**
 * Handles keys without a payment in a journal that replaced an earlier journal. The service knows only references, so
 * requests are compared with recovered payments by reference, amount and time, and the cashier decides.
 */
export class UnknownKeys {
  readonly #parts: UnknownKeysParts;
  readonly #looked = new WeakMap<SellingTill['journal'], Looked>();

  constructor(parts: UnknownKeysParts) {
    this.#parts = parts;
  }

  /** Undefined if the till must count instead. */
  reference(open: SellingTill, register: Register, key: string): string | undefined {
    const made = this.#made(open, register, key, this.#parts.clock.now());
    const isTaken = made === undefined || open.journal.salesOfReference(made).length > 0;
    return isTaken || this.#isRefilling(open) ? undefined : made;
  }

  /** Undefined if no search is needed. Rejects with `TillError` `register.refilling`. */
  search(open: SellingTill, register: Register, key: string, ask: ChargeAsk): Promise<unknown> | undefined {
    if (!this.#mayBeLost(open) || this.#isRefilling(open) || isReleased(open, register)) return undefined;
    if (open.journal.saleOfRegister(register.id, key) !== undefined) return undefined;
    // Recovery has already imported payments with the till's own references.
    if (!ask.reference) return undefined;
    return this.#searchFor(open, ask.reference).catch((cause: unknown) => {
      throw this.#refilling(open, register, cause);
    });
  }

  /** Throws `TillError` `register.refilling` while the journal may lack payments of this register. */
  requireRefilled(open: SellingTill, register: Register): void {
    if (this.#mayBeLost(open) && this.#isRefilling(open) && !isReleased(open, register))
      throw this.#refilling(open, register);
  }

  /** Throws `TillError` `register.refilling` or `register.found-again` while an unknown key may have a lost payment. */
  requireUnused(open: SellingTill, register: Register): void {
    this.requireRefilled(open, register);
    if (this.#mayBeLost(open)) throw foundAgain();
  }

  /** Throws `TillError` `register.found-again` until the cashier has decided about each similar recovered payment. */
  requireNoMatch(open: SellingTill, register: Register, from: FromRegister, ask: ChargeAsk): void {
    if (!this.#mayBeLost(open)) return;
    const match = this.#matches(open, register, from.key, ask)[0];
    this.#of(open).refusedSince.delete(register.id);
    if (match === undefined) return;
    const { found } = this.#of(open);
    const isAsked = [...found.values()].some((one) => one.register.id === register.id && one.saleId === match.saleId);
    // One question per payment: a register with random keys must not fill the screen.
    if (!isAsked) found.set(`register.found.${register.id}.${from.key}`, { register, from, saleId: match.saleId });
    this.#parts.changed();
    throw foundAgain();
  }

  questions(open: SellingTill): readonly RegisterQuestion[] {
    const { found, refusedSince } = this.#of(open);
    const now = this.#parts.clock.monotonic();
    const payments = [...found].flatMap(([id, { register, saleId, from }]) => {
      const sale = open.journal.sale(saleId);
      const isOpen = sale !== undefined && mayBeOf(sale) && !isNotOf(open, from, saleId);
      return isOpen ? [{ id, kind: 'found' as const, register, sale }] : [];
    });
    const isAway = this.#isRefilling(open) || open.connection.reachability.state !== 'online';
    const refused = [...refusedSince.values()].flatMap(({ register, at }) => {
      if (!isAway || now - at < RELEASABLE_AFTER_MS || isReleased(open, register)) return [];
      return [{ id: `register.refilling.${register.id}`, kind: 'refilling' as const, register }];
    });
    return [...payments, ...refused];
  }

  /** Throws `TillError` `journal.full`, `journal.failed`. */
  decide(open: SellingTill, id: string, decision: 'same' | 'another', by: Actor): void {
    const found = this.#of(open).found.get(id);
    if (found === undefined) return;
    if (decision === 'same') open.sales.claim(found.saleId, found.from, by);
    else open.journal.record(notClaimed(found.from, found.saleId, by));
    this.#of(open).found.delete(id);
  }

  #matches(open: SellingTill, register: Register, key: string, { reference, amountCents }: ChargeAsk) {
    const now = this.#parts.clock.now();
    const days = [0, 1, 2].map((days) => this.#made(open, register, key, now - days * DAY_MS));
    const references = reference ? [reference] : days.filter((made) => made !== undefined);
    return references
      .flatMap((one) => open.journal.salesOfReference(one))
      .filter(
        (sale) =>
          sale.amount === amountCents &&
          mayBeOf(sale) &&
          Math.abs(now - sale.startedAt) <= RETRY_MS &&
          !isNotOf(open, { id: register.id, key }, sale.saleId),
      );
  }

  /** Per account: two accounts may charge the same key. */
  #made({ sales, settings }: SellingTill, register: Register, key: string, at: number): string | undefined {
    const secret = this.#parts.referenceKey();
    if (secret === undefined) return undefined;
    const room = LONGEST_REFERENCE - sales.referenceWith('', at).length;
    const mac = createHmac('sha256', secret)
      .update(JSON.stringify([settings.service.environment, settings.merchant.profileId, register.id, key]))
      .digest();
    const digits = String(mac.readBigUInt64BE() % 10n ** BigInt(MOST_DIGITS)).padStart(MOST_DIGITS, '0');
    return sales.referenceWith(digits.slice(-room), at);
  }

  #mayBeLost({ journal }: SellingTill): boolean {
    const replacedAt = journal.replacedAt();
    return replacedAt !== undefined && this.#parts.clock.now() - replacedAt < RETRY_MS;
  }

  /** Recovery continues until late creations would appear in the service's search. */
  #isRefilling({ journal }: SellingTill): boolean {
    return journal.importDue() !== undefined || journal.restoredFrom() !== undefined;
  }

  #searchFor(open: SellingTill, reference: string): Promise<unknown> {
    const { references } = this.#of(open);
    const asking = references.get(reference) ?? open.sales.findElsewhere(reference);
    references.set(reference, asking);
    asking.catch(() => references.delete(reference));
    return asking;
  }

  #refilling(open: SellingTill, register: Register, cause?: unknown): TillError {
    const { refusedSince } = this.#of(open);
    if (!refusedSince.has(register.id)) refusedSince.set(register.id, { register, at: this.#parts.clock.monotonic() });
    this.#parts.changed();
    const message = "The till's payments are not recovered yet";
    return new TillError('register.refilling', message, { retryable: true, cause });
  }

  #of({ journal }: SellingTill): Looked {
    const known = this.#looked.get(journal);
    if (known !== undefined) return known;
    const looked = {
      references: new LRUCache<string, Promise<unknown>>({ max: MOST_REFERENCES }),
      found: new Map(),
      refusedSince: new Map(),
    };
    this.#looked.set(journal, looked);
    return looked;
  }
}

/** Releases a register from the sale `about`, or without `about` from waiting for recovery. */
export function releaseOf({ id }: Pick<Register, 'id'>, about?: string, by: Actor = { role: 'till' }): JournalAct {
  return { type: 'act', act: REGISTER_RELEASED, by, values: { register: id }, ...(about !== undefined && { about }) };
}

export function foundAgain(): TillError {
  return new TillError('register.found-again', 'Possible duplicate of a payment before the loss of the journal');
}

function isReleased({ journal }: SellingTill, register: Register): boolean {
  return journal.hasDecision(releaseOf(register));
}

type Key = Pick<FromRegister, 'id' | 'key'>;

function notClaimed({ id, key }: Key, about: string, by: Actor = { role: 'till' }): JournalAct {
  return { type: 'act', act: SALE_NOT_CLAIMED, by, about, values: { register: id, key } };
}

function isNotOf({ journal }: SellingTill, key: Key, saleId: string): boolean {
  return journal.hasDecision(notClaimed(key, saleId));
}

/** Returns true for a recovered payment of this POS without a key, paid or open. */
function mayBeOf(sale: SaleRecord): boolean {
  const isHere = sale.origin === 'elsewhere' && (sale.toldPosId ?? sale.posId) === sale.posId;
  return isHere && sale.register === undefined && (sale.stage === 'paid' || !isEnd(sale.stage));
}
