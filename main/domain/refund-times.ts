import type { JournalEvent, RecordedEvent } from './events.ts';
import { isRefundEnd, type RefundStage } from './refund-record.ts';

/** Times of a refund that its record does not have: ms since the epoch, by the till's clock. */
export interface RefundTimes {
  /** Time of the first answer that the service has it. */
  readonly knownAt?: number;
  /** Time at which the till learned its end; absent while it has none. */
  readonly endedAt?: number;
}

/** The times of refunds by their keys. Events are added in the order of the journal, those of other things too. */
export class RefundTimeFold {
  readonly #refunds = new Map<string, RefundTimes & { readonly end?: RefundStage }>();

  add({ event, at }: Pick<RecordedEvent, 'event' | 'at'>): void {
    if (!('refundKey' in event)) return;
    const stage = stageOf(event);
    if (stage === undefined) return;
    const { knownAt, endedAt, end } = this.#refunds.get(event.refundKey) ?? {};
    const known = event.type === 'refund.answered' ? (knownAt ?? at) : knownAt;
    this.#refunds.set(event.refundKey, {
      ...(known === undefined ? {} : { knownAt: known }),
      // An end that is told again is the one that it was; another one comes when it comes.
      ...(isRefundEnd(stage) ? { end: stage, endedAt: end === stage ? (endedAt ?? at) : at } : {}),
    });
  }

  of(refundKey: string): RefundTimes {
    return this.#refunds.get(refundKey) ?? {};
  }

  entries(): Iterable<readonly [refundKey: string, RefundTimes]> {
    return this.#refunds;
  }
}

function stageOf(event: Extract<JournalEvent, { refundKey: string }>): RefundStage | undefined {
  switch (event.type) {
    case 'refund.answered':
      return event.stage;
    case 'refund.refused':
      return 'refused';
    case 'refund.imported':
      return 'pending';
    case 'refund.settled':
      return event.decision === 'not-made' ? 'not-made' : undefined;
    case 'refund.intent':
    case 'refund.unanswered':
    case 'refund.unsettled':
      return undefined;
  }
}
