import { TillError } from '../../main/base/till-error.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import type { Transaction } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import { RefundFollower } from '../../main/refund/refund-follower.ts';
import { notingLog } from '../base/noting-log.ts';
import { Counter } from '../sale/counter.ts';
import { REFUND, record } from './refund-record.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export const refusal = (status: number) => new TillError('refund.refused', 'no', { status, acted: 'no' });
export const busy = (retryAfterMs: number) =>
  new TillError('service.busy', 'busy', { retryable: true, status: 429, retryAfterMs });

/** A request of the follower and its time since the start, ms. */
type Asked = `${Step} ${number}`;
type Step = 'send' | 'read' | 'list' | 'time';

const OPERATIONS = { 'create-refund': 'send', 'read-refund': 'read', search: 'time' } as const;

/** The refund and the service at the beginning of a scenario. */
export interface Given {
  readonly ageMs?: number;
  /** Stage of a refund with an id, which is `REFUND`. */
  readonly id?: 'pending' | 'unconfirmed';
  readonly how?: 'fresh' | 'taken-up';
  /** The service's clock minus the till's, as known to the follower, ms; null: unknown. */
  readonly skewMs?: number | null;
  /** The service knows the key, with `REFUND` as its id, and answers without proof. */
  readonly knowsKey?: true;
  readonly once?: Partial<Record<Step, TillError>>;
  readonly always?: Partial<Record<Step, TillError>>;
  readonly list?: readonly Partial<Transaction>[];
}

/** A refund of 5,00 with its follower, the real journal and a scripted service without latency. */
export class Follow {
  readonly counter = new Counter();
  readonly kept: JournalEvent[] = [];
  readonly logged: string[] = [];
  readonly tried: string[] = [];
  readonly madeAfterAll: string[] = [];
  changes = 0;
  skewMs: number | undefined = 0;
  /** Random draw from 0 to 1: spreads each pause. */
  draw = 0.5;
  list: (signal?: AbortSignal) => readonly Partial<Transaction>[] | Promise<readonly Partial<Transaction>[]> = () => [];
  readonly #lists: number[] = [];
  #begun = 0;
  #follower: RefundFollower | undefined;

  static async begun(given: Given = {}): Promise<Follow> {
    const follow = new Follow();
    await follow.#begin(given);
    return follow;
  }

  /** Plays the scenario for `ms`. */
  static async played(given: Given, ms: number): Promise<Follow> {
    const follow = await Follow.begun(given);
    follow.run(given.how);
    await follow.counter.clock.advance(ms);
    return follow;
  }

  get follower(): RefundFollower {
    if (this.#follower === undefined) throw new Error('nothing was begun');
    return this.#follower;
  }

  get refund(): RefundRecord {
    const refund = this.counter.journal.refund(this.follower.refundKey);
    if (refund === undefined) throw new Error('the refund was not written');
    return refund;
  }

  /** The stage, and the reason for a manager's decision. */
  get state(): string {
    const { stage, unsettled } = this.refund;
    return unsettled === undefined ? stage : `${stage} ${unsettled}`;
  }

  get asked(): readonly Asked[] {
    const calls = this.counter.service.calls.flatMap(({ operation, at }) =>
      operation in OPERATIONS ? [{ name: OPERATIONS[operation as keyof typeof OPERATIONS], at }] : [],
    );
    const lists = this.#lists.map((at) => ({ name: 'list' as const, at }));
    return [...calls, ...lists]
      .toSorted((one, other) => one.at - other.at)
      .map(({ name, at }) => `${name} ${at - this.#begun}` as const);
  }

  get steps(): readonly string[] {
    return this.asked.map((each) => each.slice(0, 4));
  }

  get gaps(): readonly number[] {
    const times = this.asked.map((each) => Number(each.slice(5)));
    return times.slice(1).map((at, index) => at - (times[index] ?? 0));
  }

  run(how: 'fresh' | 'taken-up' = 'fresh'): Promise<void> {
    const { service, journal, clock, random } = this.counter;
    this.#begun = clock.monotonic();
    this.#follower = new RefundFollower('key-1', how, {
      service,
      journal,
      clock,
      random: { next: () => this.draw, uuid: () => random.uuid() },
      log: notingLog((code) => this.logged.push(code)),
      keyLastsMs: DAY_MS,
      skewMs: () => this.skewMs,
      madeAfterAll: ({ refundKey }) => this.madeAfterAll.push(refundKey),
      changed: () => {
        this.changes += 1;
      },
      tried: (refundKey) => this.tried.push(refundKey),
    });
    return this.#follower.run();
  }

  async #begin({ ageMs = 0, id, skewMs = 0, knowsKey, once = {}, always = {}, list = [] }: Given): Promise<void> {
    const { counter } = this;
    const { service, journal, clock } = counter;
    const saleId = await counter.paidSale(1000);
    const { refundKey, amount, body } = record();
    const { paymentId } = service.last;
    journal.record({ type: 'refund.intent', refundKey, saleId, paymentId, amount, body });
    if (id !== undefined)
      journal.record({ type: 'refund.answered', refundKey, refundId: REFUND, status: 'PENDING', stage: id });
    clock.jump(ageMs);
    this.skewMs = skewMs ?? undefined;
    this.list = () => list;
    this.#script(once, always);
    service.latencyMs = 0;
    if (knowsKey) {
      service.verified = false;
      service.refundByKey.set(refundKey, { refundId: REFUND, body });
      service.refunds.set(REFUND, {
        refundId: REFUND,
        paymentId,
        amount,
        status: 'PENDING',
        createdAt: 0,
        verified: true,
      });
    }
    const lists = this.#lists;
    const shown = (signal: AbortSignal | undefined) => this.list(signal);
    service.payoutRefunds = async function* (_ask, options) {
      lists.push(clock.monotonic());
      if (always.list !== undefined) throw always.list;
      const facts = { paymentId, amount, paymentProfileId: 'F', merchantName: 'Bakkerij', paymentChannel: 'INSTORE' };
      for (const one of await shown(options?.signal)) yield { ...facts, date: clock.now(), ...one };
    };
    const keep = journal.keep.bind(journal);
    journal.keep = (...events) => {
      this.kept.push(...events);
      return keep(...events);
    };
  }

  #script(once: NonNullable<Given['once']>, always: NonNullable<Given['always']>): void {
    const { service } = this.counter;
    service.weather = (asked) => {
      const error = asked in OPERATIONS ? always[OPERATIONS[asked as keyof typeof OPERATIONS]] : undefined;
      return error && { error, acts: false };
    };
    for (const operation of ['create-refund', 'read-refund', 'search'] as const) {
      const error = once[OPERATIONS[operation]];
      if (error !== undefined) service.fail(operation, { error, acts: false });
    }
  }
}

/** Occupies the background turn until the returned function is called. */
export function othersTurn({ counter: { service } }: Follow): () => void {
  const turn = Promise.withResolvers<void>();
  service.turn = turn.promise;
  return turn.resolve;
}
