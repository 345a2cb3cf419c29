import type { PaymentRecord, PaymentStatus } from '../../../main/sandbox/engine/records.ts';
import type { Timeline } from '../world/timeline.ts';

interface Since {
  readonly status: PaymentStatus;
  readonly at: number;
}

export class StatusHistory {
  readonly #timeline: Timeline;
  readonly #statuses = new Map<string, Since[]>();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  note(payments: Iterable<PaymentRecord>): void {
    for (const { paymentId, status } of payments) {
      const known = this.#statuses.get(paymentId) ?? [];
      if (known.at(-1)?.status === status) continue;
      this.#statuses.set(paymentId, [...known, { status, at: this.#timeline.now }]);
    }
  }

  ever(paymentId: string, status: PaymentStatus): boolean {
    return this.#statuses.get(paymentId)?.some((since) => since.status === status) === true;
  }

  /** Returns the payment's previous status. */
  before(paymentId: string): PaymentStatus | undefined {
    return this.#statuses.get(paymentId)?.at(-2)?.status;
  }

  /** Returns the time at which the payment got its current status. */
  changedAt(paymentId: string): number {
    return this.#statuses.get(paymentId)?.at(-1)?.at ?? 0;
  }
}
