import { createHash } from 'node:crypto';
import type { Cents } from '../../preload/contract/fields.ts';
import type { RegisterDecision, RegisterView } from '../../preload/contract/registers.ts';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { Clock, Random } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Actor, FromRegister } from '../domain/events.ts';
import { isOwn } from '../domain/refund-record.ts';
import { isEnd, type SaleRecord } from '../domain/sale-record.ts';
import { type Permission, refundLimit } from '../refund/manager-permission.ts';
import type { Till } from '../till/switchable-till.ts';
import { paymentEvents, watched } from './payment-events.ts';
import { MOST_NUMBER } from './receipt-numbers.ts';
import type { ChargeAsk, PaymentEvent, RefundAsk, Register, RegisterPayment, TillStatus } from './register-payment.ts';
import { type SellingTill, shownPayment } from './shown-payment.ts';
import { foundAgain, type RegisterQuestion, releaseOf, UnknownKeys, type UnknownKeysParts } from './unknown-keys.ts';

interface PaymentsByKeyParts extends UnknownKeysParts {
  readonly till: Pick<Till, 'mode'> & { requireOpen(): SellingTill; readonly opened: SellingTill | undefined };
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  inOtherAccount(registerId: string, key: string): SaleRecord | undefined;
  onChange(listener: () => void): () => void;
  /** Throws the reason, a `TillError`, if nothing may begin now. */
  mayBegin(): void;
  limits(): RegisterLimits;
  language(): Language;
}

/** Newest refunds searched for a register's last action. */
const REFUNDS_LOOKED_AT = 100;
const HOUR_MS = 60 * 60_000;

/** Cents. */
export interface RegisterLimits {
  readonly maximum: number;
  readonly refund: number;
  /** Hours after which the key of an ended payment counts as used; absent: never. */
  readonly keyHours?: number | undefined;
}

type Counter = Parameters<typeof refundLimit>[0] & {
  readonly maximum: number;
  readonly register?: { readonly refundLimit?: number | undefined; readonly keyHours?: number | undefined } | undefined;
};

/** The refund limit of registers is never above the cashier's. */
export function limitsOf({ maximum, register, ...counter }: Counter): RegisterLimits {
  const refund = Math.min(register?.refundLimit ?? 0, refundLimit(counter) ?? Number.POSITIVE_INFINITY);
  return { maximum, refund, ...omitUndefined({ keyHours: register?.keyHours }) };
}

export type RegisterPayments = Pick<PaymentsByKey, Exclude<keyof PaymentsByKey, 'questions' | 'decide'>>;

/** For HTTP, folder and ZVT. All methods throw while no till is open. */
export class PaymentsByKey {
  readonly #parts: PaymentsByKeyParts;
  readonly #unknown: UnknownKeys;
  /** Refunds not yet in the journal, by their keys at the service. */
  readonly #preparing = new Map<string, FromRegister & { readonly saleId: string }>();

  constructor(parts: PaymentsByKeyParts) {
    this.#parts = parts;
    this.#unknown = new UnknownKeys(parts);
  }

  has(register: Register, key: string, refundKey?: string): boolean {
    const open = this.#parts.till.requireOpen();
    const sale = open.journal.saleOfRegister(register.id, key);
    if (sale === undefined || refundKey === undefined) return sale !== undefined;
    return this.#refundOf(open, sale.saleId, register, refundKey) !== undefined;
  }

  /**
   * Resolves once the intent is in the journal, or with the key's earlier payment. Rejects with `TillError`
   * `register.other-body`, `register.busy` (values: `TillStatus.busy`), `register.above-maximum`, `register.refilling`,
   * `register.found-again`, `register.key-used`, and the errors of `Sales.start`.
   */
  async charge(register: Register, key: string, ask: ChargeAsk): Promise<RegisterPayment> {
    const search = this.#unknown.search(this.#parts.till.requireOpen(), register, key, ask);
    if (search !== undefined) await search;
    const open = this.#parts.till.requireOpen();
    const { amountCents, reference, description, receiptNumber } = ask;
    const asked = hashOf(amountCents, reference || '', description || '');
    const known = open.journal.saleOfRegister(register.id, key);
    if (known !== undefined) {
      requireSame(known.register?.ask, asked);
      this.#requireInUse(known);
      return { ...this.#paymentOf(open, known.saleId), repeated: true };
    }
    const from = { id: register.id, key, ask: asked, ...omitUndefined({ receiptNumber }) };
    this.#requireRoom(open, register, from, ask);
    const draft = { amount: amountCents as Cents, reference, description };
    const own = this.#unknown.reference(open, register, key);
    // No await between look-up and write: a second call finds the intent.
    const { saleId } = await open.sales.start(draft, actorOf(register), { register: from, reference: own });
    return this.#paymentOf(open, saleId);
  }

  /** Rejects with `TillError` `register.unknown-key`. */
  async get(register: Register, key: string): Promise<RegisterPayment> {
    const open = this.#parts.till.requireOpen();
    return this.#paymentOf(open, this.#saleOf(open, register, key).saleId);
  }

  /** Resolves with the payment once its `rev` is above `rev`, after `waitMs`, or when `signal` aborts. */
  async changed(register: Register, key: string, rev: number, waitMs: number, signal: AbortSignal) {
    const { till, clock, onChange } = this.#parts;
    const over = new AbortController();
    const stop = clock.after(waitMs, () => over.abort());
    const until = AbortSignal.any([over.signal, signal]);
    const news = watched(onChange, until);
    const isOld = () => {
      const open = till.requireOpen();
      return open.journal.revOf(this.#saleOf(open, register, key).saleId) <= rev;
    };
    try {
      while (!until.aborted && isOld()) await news.next();
    } finally {
      stop();
      news.stop();
    }
    return this.get(register, key);
  }

  /** The payment ends as `cancelled` or `paid`. */
  async cancel(register: Register, key: string): Promise<RegisterPayment> {
    const open = this.#parts.till.requireOpen();
    const { saleId } = this.#saleOf(open, register, key);
    await open.sales.cancel(saleId, 'register');
    return this.#paymentOf(open, saleId);
  }

  /**
   * Resolves once the intent is in the journal, or with the key's earlier refund. Rejects with `TillError`
   * `register.other-body`, `register.refund-limit`, `register.found-again`, and the errors of `Refunds.start`.
   */
  async refund(register: Register, key: string, refundKey: string, ask: RefundAsk): Promise<RegisterPayment> {
    const open = this.#parts.till.requireOpen();
    const { saleId } = this.#saleOf(open, register, key);
    const asked = hashOf(ask.amountCents, ask.reason || '');
    const known = this.#refundOf(open, saleId, register, refundKey);
    if (known !== undefined) requireSame(known.ask, asked);
    if (known?.begun !== true) {
      this.#parts.mayBegin();
      if (open.journal.refundsOf(saleId).some((refund) => !isOwn(refund) && refund.restored)) throw foundAgain();
      const requestId = known?.wish ?? this.#parts.random.uuid();
      const from = { id: register.id, key: refundKey, ask: asked };
      // Stored from here on: a second call gets the same key at the service, even while the intent is pending.
      this.#preparing.set(requestId, { ...from, saleId });
      const wanted = { wish: requestId, saleId, amount: ask.amountCents, reason: ask.reason, register: from };
      const permission: Permission = { limit: this.#parts.limits().refund, byManager: false };
      try {
        await open.refunds.start(wanted, permission, actorOf(register));
      } catch (thrown) {
        throw asRegisterLimit(toTillError(thrown), permission.limit ?? 0);
      } finally {
        this.#preparing.delete(requestId);
      }
    }
    return this.#paymentOf(open, saleId);
  }

  async last(register: Register): Promise<RegisterPayment | undefined> {
    const open = this.#parts.till.requireOpen();
    const saleId = open.journal.lastOfRegister(register.id);
    return saleId === undefined ? undefined : this.#paymentOf(open, saleId);
  }

  /** Undefined for a number of another journal or mode, and once the sequence of numbers has restarted since. */
  async byReceipt(register: Register, receiptNumber: number): Promise<RegisterPayment | undefined> {
    const open = this.#parts.till.requireOpen();
    const found = open.journal.saleOfReceipt(register.id, receiptNumber, MOST_NUMBER);
    if (found === undefined || found.numbersSince >= MOST_NUMBER) return undefined;
    return this.#paymentOf(open, found.sale.saleId);
  }

  /** Until the last payment has an end, or the cashier has released the register. */
  isBlocked(register: Pick<Register, 'id'>): boolean {
    return blockedBy(this.#parts.till.requireOpen(), register) !== undefined;
  }

  questions(): readonly RegisterQuestion[] {
    const open = this.#parts.till.opened;
    if (open === undefined) return [];
    const parked = open.sales.parked().flatMap(({ saleId }) => {
      const sale = open.journal.sale(saleId);
      if (sale?.register === undefined || blockedBy(open, sale.register)?.saleId !== saleId) return [];
      const register = { id: sale.register.id, name: sale.by?.name ?? sale.register.id };
      return [{ id: `register.parked.${saleId}`, kind: 'parked' as const, register, sale }];
    });
    return [...this.#unknown.questions(open), ...parked];
  }

  /** Ignores an outdated id. Throws `TillError` `journal.full`, `journal.failed`. */
  decide(id: string, decision: RegisterDecision, by: Actor): void {
    const question = this.questions().find((one) => one.id === id);
    if (question === undefined) return;
    const open = this.#parts.till.requireOpen();
    if (question.kind === 'found' && decision !== 'release') this.#unknown.decide(open, id, decision, by);
    // Cancels nothing: the register may charge again, although its last payment has no end.
    if (question.kind !== 'found' && decision === 'release')
      open.journal.record(releaseOf(question.register, question.sale?.saleId, by));
    this.#parts.changed();
  }

  /** The last action on the newest charge or refund. */
  lastDone({ id }: Pick<Register, 'id'>): RegisterView['last'] {
    const journal = this.#parts.till.opened?.journal;
    const charged = journal?.lastOfRegister(id);
    if (journal === undefined || charged === undefined) return undefined;
    const done = journal.eventsOf(charged).flatMap(({ at, event }) => {
      if (event.type === 'sale.intent') return { at, did: 'charged' as const };
      return event.type === 'sale.cancel-asked' && event.byRegister ? { at, did: 'cancelled' as const } : [];
    });
    const refund = journal.newestRefunds(0, REFUNDS_LOOKED_AT).find(({ register }) => register?.id === id);
    const all = refund === undefined ? done : [...done, { at: refund.at, did: 'refunded' as const }];
    return all.toSorted((one, other) => one.at - other.at).at(-1);
  }

  status(register: Register): TillStatus {
    const { till } = this.#parts;
    const open = till.requireOpen();
    const { settings, connection } = open;
    const busy = busyFor(open, register);
    let { problem } = open.journal.health;
    try {
      this.#requireReady(open, register);
    } catch (thrown) {
      problem = toTillError(thrown);
    }
    return {
      training: till.mode === 'training',
      shopName: settings.shop.shopName,
      posId: settings.pos.posId,
      ready: problem === undefined,
      service: connection.reachability.state,
      ...omitUndefined({
        busy: busy && busyOf(busy, register),
        problem: problem && { code: problem.code, message: problem.message },
      }),
    };
  }

  /** Without a known event `after`: open payments and the last 24 h. */
  events(register: Register, after: string | undefined, signal: AbortSignal): AsyncIterable<PaymentEvent> {
    const paymentOf = (open: SellingTill, saleId: string) => this.#paymentOf(open, saleId);
    return paymentEvents({ ...this.#parts, paymentOf }, register, after, signal);
  }

  #requireRoom(open: SellingTill, register: Register, from: FromRegister, ask: ChargeAsk): void {
    const { maximum } = this.#parts.limits();
    const { amountCents: amount } = ask;
    if (amount > maximum)
      throw new TillError('register.above-maximum', 'Amount above the maximum of this till', {
        field: 'amountCents',
        values: { amount, maximum },
      });
    this.#requireReady(open, register);
    this.#unknown.requireNoMatch(open, register, from, ask);
    this.#requireOwnAccount(register, from.key);
    const busy = busyFor(open, register);
    if (busy !== undefined)
      throw new TillError('register.busy', 'Another payment in progress on this till', {
        retryable: true,
        values: { ...busyOf(busy, register) },
      });
  }

  #requireReady(open: SellingTill, register: Register): void {
    this.#parts.mayBegin();
    this.#unknown.requireRefilled(open, register);
  }

  #paymentOf(open: SellingTill, saleId: string): RegisterPayment {
    const { till, language } = this.#parts;
    return shownPayment(open, saleId, {
      training: till.mode === 'training',
      language: language(),
      refundKeyOf: (requestId) => this.#preparing.get(requestId)?.key,
    });
  }

  #saleOf(open: SellingTill, register: Register, key: string): SaleRecord {
    const sale = open.journal.saleOfRegister(register.id, key);
    if (sale !== undefined) return sale;
    this.#unknown.requireUnused(open, register);
    this.#requireOwnAccount(register, key);
    throw new TillError('register.unknown-key', 'No payment with this key');
  }

  /** An ended payment older than the shop's limit for keys is refused. */
  #requireInUse(sale: SaleRecord): void {
    const { keyHours } = this.#parts.limits();
    const age = this.#parts.clock.now() - (sale.endedAt ?? sale.startedAt);
    if (keyHours !== undefined && isEnd(sale.stage) && age > keyHours * HOUR_MS) throw keyUsed(sale);
  }

  /** Throws if another account has a payment of the key that is paid or still payable. */
  #requireOwnAccount({ id }: Register, key: string): void {
    const sale = this.#parts.inOtherAccount(id, key);
    if (sale !== undefined && (sale.stage === 'paid' || !sale.settled)) throw keyUsed(sale);
  }

  #refundOf({ journal }: SellingTill, saleId: string, register: Register, refundKey: string) {
    const isIt = (from: FromRegister | undefined) => from?.id === register.id && from.key === refundKey;
    const begun = journal.refundsOf(saleId).find((refund) => isIt(refund.register));
    if (begun !== undefined) return { wish: begun.refundKey, ask: begun.register?.ask, begun: true };
    const preparing = [...this.#preparing].find(([, from]) => from.saleId === saleId && isIt(from));
    return preparing && { wish: preparing[0], ask: preparing[1].ask, begun: false };
  }
}

function blockedBy({ journal }: SellingTill, { id }: Pick<Register, 'id'>): SaleRecord | undefined {
  const saleId = journal.lastOfRegister(id);
  const sale = saleId === undefined ? undefined : journal.sale(saleId);
  if (sale === undefined || isEnd(sale.stage)) return undefined;
  return journal.hasDecision(releaseOf({ id }, sale.saleId)) ? undefined : sale;
}

function busyFor(open: SellingTill, register: Register): SaleRecord | undefined {
  const isReleased = ({ saleId }: SaleRecord) => open.journal.hasDecision(releaseOf(register, saleId));
  return open.sales.busyWith(isReleased) ?? blockedBy(open, register);
}

function actorOf({ id, name }: Register): Actor {
  return { role: 'cashier', id, name };
}

function busyOf({ register: from, reference, amount, stage }: SaleRecord, register: Register) {
  const key = from?.id === register.id ? from.key : undefined;
  return { reference, amountCents: amount, state: stage, ...omitUndefined({ key }) };
}

function hashOf(...members: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

function keyUsed({ register, amount: amountCents, stage: state, reference, startedAt }: SaleRecord): TillError {
  const createdAt = new Date(startedAt).toISOString();
  return new TillError('register.key-used', `Key already used for a payment of ${createdAt}`, {
    values: { key: register?.key ?? '', amountCents, state, reference, createdAt },
  });
}

function requireSame(known: string | undefined, asked: string): void {
  if (known !== asked) throw new TillError('register.other-body', 'Key already used for a different request');
}

function asRegisterLimit(error: TillError, limit: number): TillError {
  if (error.code !== 'pin.required' && error.code !== 'pin.day') return error;
  return new TillError('register.refund-limit', 'Refund limit of registers exceeded', {
    field: 'amountCents',
    values: { limit },
  });
}
