import type { JournalEvent } from '../../main/journal/events.ts';
import type { HttpRequest, HttpResponse } from '../../main/service/transport.ts';
import type { Question } from './asked.ts';
import type { SimService } from './sim-service.ts';
import { isGenuine } from './stand-in-signatures.ts';
import type { Till } from './till.ts';
import type { World } from './world.ts';

/** Watches the refunds of one till: what it sends, what proves them, and what it then says of them. */
export class RefundWatch {
  readonly #world: World;
  readonly #service: SimService;
  readonly #till: Till;
  /** Cents by key, of each payment. */
  readonly #asked = new Map<string, Map<string, number>>();
  readonly #proven = new Set<string>();

  constructor(world: World, service: SimService, till: Till) {
    this.#world = world;
    this.#service = service;
    this.#till = till;
  }

  sent(request: HttpRequest, paymentId: string): void {
    const key = request.headers['idempotency-key'] ?? '';
    const refund = this.#till.mirror.refunds.get(key);
    if (refund === undefined) {
      this.#world.fail('refund-bytes', `a refund left under a key that no intent on the disk has: ${key}`);
      return;
    }
    if (refund.body !== request.body || refund.paymentId !== paymentId) {
      this.#world.fail('refund-bytes', `refund ${key} left with other bytes than its intent's: ${request.body}`);
      return;
    }
    const asked = this.#asked.get(paymentId) ?? new Map<string, number>();
    this.#asked.set(paymentId, asked.set(key, refund.amount));
    const total = [...asked].reduce((sum, [other, amount]) => (this.#movedNothing(other) ? sum : sum + amount), 0);
    const paid = this.#service.payment(paymentId)?.amount ?? 0;
    if (total > paid)
      this.#world.fail('refund-total', `refunds of ${total} cents are under way for payment ${paymentId} of ${paid}`);
  }

  learn({ asked, refundId }: Question, answer: HttpResponse, body: Record<string, unknown>): void {
    const isRefund = asked === 'refund' || (asked === 'read-refund' && body['refundId'] === refundId);
    if (isRefund && body['status'] === 'REFUNDED' && isGenuine(answer.headers['signaturebank'], answer.body))
      this.#proven.add(String(body['refundId']));
  }

  journalled(event: JournalEvent): void {
    if (event.type === 'refund.answered' && event.stage === 'refunded' && !this.#proven.has(event.refundId))
      this.#world.fail('refund-unproven', `${event.refundKey} is shown as done, and no answer has proven it`);
    if (event.type === 'refund.refused' && this.#service.refundsUnder(event.refundKey).length > 0)
      this.#world.fail('refund-refused-made', `${event.refundKey} is shown as refused, and the service has it`);
  }

  /** Known to have moved no money: failed at the service, or refused by it. */
  #movedNothing(key: string): boolean {
    const made = this.#service.refundsUnder(key);
    const hasFailed = made.length > 0 && made.every(({ status }) => status === 'FAILED');
    const stage = this.#till.mirror.refunds.get(key)?.stage;
    return hasFailed || stage === 'refused' || stage === 'not-made';
  }
}
