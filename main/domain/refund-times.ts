import type { JournalEvent, RecordedEvent } from './events.ts';
import { isRefundEnd, type RefundStage } from './refund-record.ts';

/** What the events of a refund tell beside its record: ms since the epoch, by the till's clock. */
export interface RefundTimes {
  /** When an answer first told that the service has it. */
  readonly knownAt?: number;
  /** When the till learned the end that it has; absent while it has none. */
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

/** Where an event leaves its refund; undefined where that is where it was. */
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
