import { TillError } from '../../main/base/till-error.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import type { Transaction } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import { RefundFollower } from '../../main/refund/refund-follower.ts';
import { notingLog } from '../base/noting-log.ts';
import { Counter } from '../sale/counter.ts';
import { record } from './refund-record.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export const refusal = (status: number) => new TillError('refund.refused', 'no', { status, acted: 'no' });

/** A request of the follower and its time since the start, ms. */
type Asked = `${'send' | 'read' | 'list'} ${number}`;

/** A refund of 5,00 with its follower, the real journal and a scripted service without latency. */
export class Follow {
  readonly counter = new Counter();
  readonly kept: JournalEvent[] = [];
  readonly logged: string[] = [];
  readonly tried: string[] = [];
  readonly madeAfterAll: string[] = [];
  changes = 0;
  /** The service's clock minus the till's, as known to the follower, ms. */
  skewMs: number | undefined = 0;
  /** Random draw from 0 to 1: spreads each pause. */
  draw = 0.5;
  list: (signal?: AbortSignal) => readonly Partial<Transaction>[] | Promise<readonly Partial<Transaction>[]> = () => [];
  readonly #lists: number[] = [];
  #begun = 0;
  #follower: RefundFollower | undefined;

  static async begun(ageMs = 0, answer: Partial<Pick<RefundRecord, 'stage' | 'refundId'>> = {}): Promise<Follow> {
    const follow = new Follow();
    await follow.#begin(ageMs, answer);
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

  get asked(): readonly Asked[] {
    const names = { 'create-refund': 'send', 'read-refund': 'read' } as const;
    const calls = this.counter.service.calls.flatMap(({ operation, at }) =>
      operation === 'create-refund' || operation === 'read-refund' ? [{ name: names[operation], at }] : [],
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

  async #begin(ageMs: number, answer: Partial<Pick<RefundRecord, 'stage' | 'refundId'>>): Promise<void> {
    const { counter } = this;
    const { service, journal, clock } = counter;
    const saleId = await counter.paidSale(1000);
    const { refundKey, amount, body } = record();
    const { paymentId } = service.last;
    journal.record({ type: 'refund.intent', refundKey, saleId, paymentId, amount, body });
    if (answer.refundId !== undefined) {
      const stage = answer.stage === 'unconfirmed' ? 'unconfirmed' : 'pending';
      journal.record({ type: 'refund.answered', refundKey, refundId: answer.refundId, status: 'PENDING', stage });
    }
    clock.jump(ageMs);
    service.latencyMs = 0;
    const lists = this.#lists;
    const shown = (signal: AbortSignal | undefined) => this.list(signal);
    service.payoutRefunds = async function* (_ask, options) {
      lists.push(clock.monotonic());
      const facts = { paymentId, amount, paymentProfileId: 'F', merchantName: 'Bakkerij', paymentChannel: 'INSTORE' };
      for (const one of await shown(options?.signal)) yield { ...facts, date: clock.now(), ...one };
    };
    const keep = journal.keep.bind(journal);
    journal.keep = (...events) => {
      this.kept.push(...events);
      return keep(...events);
    };
  }
}

/** Makes every request of `operation` fail with `error`. */
export function always(follow: Follow, operation: 'create-refund' | 'read-refund', error: TillError): void {
  follow.counter.service.weather = (asked) => (asked === operation ? { error, acts: false } : undefined);
}

/** Occupies the background turn until the returned function is called. */
export function othersTurn({ counter: { service } }: Follow): () => void {
  const turn = Promise.withResolvers<void>();
  service.turn = turn.promise;
  return turn.resolve;
}
