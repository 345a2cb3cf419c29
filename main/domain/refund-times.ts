import type { JournalEvent, RecordedEvent } from './events.ts';
import { isRefundEnd, type RefundStage } from './refund-record.ts';

/** Times of a refund that its record lacks: ms since the epoch, by the till's clock. */
export interface RefundTimes {
  /** Time of the first response that shows the refund at the service. */
  readonly knownAt?: number;
  /** Time at which the till learned the end of the refund; absent before the end. */
  readonly endedAt?: number;
}

/** Folds the times of refunds by key. Takes the events of the journal in order; events of other kinds are skipped. */
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
      // A repeated end keeps its first time; a different end gets its own time.
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
