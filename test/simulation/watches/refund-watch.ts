import type { JournalEvent } from '../../../main/domain/events.ts';
import type { HttpRequest, HttpResponse } from '../../../main/service/transport.ts';
import type { RequestedOperation } from '../network/request-faults.ts';
import { isGenuine } from '../service/stand-in-signatures.ts';
import { Watch } from './watch.ts';

interface Begun {
  readonly refundKey: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly at: number;
  readonly allowed: boolean;
}

/** A day, less the uncertainty of the service's time. */
const ALMOST_A_DAY_MS = 24 * 3_600_000 - 60_000;

/** In these stages the refund may have been made. */
const IN_DOUBT = ['sending', 'unconfirmed'];

/** Watches the refunds of one till: requests sent, proofs received, and states shown. */
export class RefundWatch extends Watch {
  readonly #asked = new Map<string, Map<string, number>>();
  readonly #proven = new Set<string>();
  readonly #takenBack = new Set<string>();
  /** Payments reported as paid by a read since the last refund request. */
  readonly #calledPaid = new Set<string>();
  #begun: readonly Begun[] = [];

  sent(request: HttpRequest, paymentId: string): void {
    const key = request.headers['idempotency-key'] ?? '';
    if (this.#takenBack.has(key)) this.world.fail('refund-taken-back', `${key} left although it was taken back`);
    const refund = this.till.journalOnDisk.refunds.get(key);
    if (refund === undefined) {
      this.world.fail('refund-bytes', `a refund left under a key that no intent on the disk has: ${key}`);
      return;
    }
    if (refund.body !== request.body || refund.paymentId !== paymentId) {
      this.world.fail('refund-bytes', `refund ${key} left with other bytes than its intent's: ${request.body}`);
      return;
    }
    const asked = this.#asked.get(paymentId) ?? new Map<string, number>();
    this.#asked.set(paymentId, asked.set(key, refund.amount));
    const total = [...asked].reduce((sum, [other, amount]) => (this.#movedNothing(other) ? sum : sum + amount), 0);
    const paid = this.service.payment(paymentId)?.amount ?? 0;
    if (total > paid)
      this.world.fail('refund-total', `refunds of ${total} cents are under way for payment ${paymentId} of ${paid}`);
  }

  takenBack(requestId: string): void {
    this.#takenBack.add(requestId);
  }

  learn({ operation, refundId }: RequestedOperation, answer: HttpResponse, body: Record<string, unknown>): void {
    if (operation === 'read' && body['status'] === 'SUCCEEDED') this.#calledPaid.add(String(body['paymentId']));
    const isRefund = operation === 'refund' || (operation === 'read-refund' && body['refundId'] === refundId);
    if (isRefund && body['status'] === 'REFUNDED' && isGenuine(answer.headers['signaturebank'], answer.body))
      this.#proven.add(String(body['refundId']));
  }

  journalled(event: JournalEvent): void {
    if (event.type === 'refund.asked') this.#calledPaid.delete(this.sale(event.saleId)?.paymentId ?? '');
    if (event.type === 'refund.intent') this.#begins(event);
    if (event.type === 'refund.answered' && event.stage === 'refunded' && !this.#proven.has(event.refundId))
      this.world.fail('refund-unproven', `${event.refundKey} is shown as done, and no answer has proven it`);
    if (event.type === 'refund.refused' && this.service.refundsUnder(event.refundKey).length > 0)
      this.world.fail('refund-refused-made', `${event.refundKey} is shown as refused, and the service has it`);
  }

  #begins({ refundKey, paymentId, amount, allowedBy }: Extract<JournalEvent, { type: 'refund.intent' }>): void {
    const { timeline, conditions } = this.world;
    const allowed = allowedBy !== undefined;
    if (!this.#calledPaid.has(paymentId))
      this.world.fail(
        'refund-unpaid',
        `payment ${paymentId} is refunded, and since the press no read has called it paid`,
      );
    for (const other of this.till.journalOnDisk.refunds.values())
      if (other.refundKey !== refundKey && other.paymentId === paymentId && IN_DOUBT.includes(other.stage))
        this.world.fail('refund-in-doubt', `${refundKey} begins while nobody knows what became of ${other.refundKey}`);
    this.#begun = [...this.#begun, { refundKey, paymentId, amount, at: timeline.now, allowed }];
    const { refundLimit: limit } = conditions;
    if (allowed || limit === undefined) return;
    const spent = this.#begun.filter((begun) => begun.refundKey === refundKey || !this.#movedNothing(begun.refundKey));
    const ofPayment = sumOf(spent.filter((begun) => begun.paymentId === paymentId));
    const inADay = sumOf(spent.filter((begun) => !begun.allowed && timeline.now - begun.at < ALMOST_A_DAY_MS));
    if (Math.max(ofPayment, inADay) > limit)
      this.world.fail(
        'refund-limit',
        `without a manager ${ofPayment} of payment ${paymentId} and ${inADay} in a day, where ${limit} may be`,
      );
  }

  /** Whether the refund certainly moved no money: failed at the service, or refused. */
  #movedNothing(key: string): boolean {
    const made = this.service.refundsUnder(key);
    const hasFailed = made.length > 0 && made.every(({ status }) => status === 'FAILED');
    const { refunds, earlierRefunds } = this.till.journalOnDisk;
    const stage = refunds.get(key)?.stage ?? earlierRefunds.get(key)?.stage;
    // The service lists refunds late, so a till with a lost journal may not know them.
    const isForgotten = !refunds.has(key) && earlierRefunds.has(key);
    return isForgotten || hasFailed || stage === 'refused' || stage === 'not-made';
  }
}

function sumOf(refunds: readonly Begun[]): number {
  return refunds.reduce((total, { amount }) => total + amount, 0);
}
