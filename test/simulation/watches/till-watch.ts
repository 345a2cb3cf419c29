import type { JournalEvent } from '../../../main/domain/events.ts';
import type { CallbackOrder } from '../../../main/sandbox/engine/engine-context.ts';
import type { HttpRequest, HttpResponse } from '../../../main/service/transport.ts';
import { isRead, type RequestedOperation } from '../network/request-faults.ts';
import type { NetworkFault } from '../network/simulated-network.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { World } from '../world/simulated-world.ts';
import { ChargeWatch } from './charge-watch.ts';
import { CustomerSaysPaidWatch } from './customer-says-paid-watch.ts';
import { RefundWatch } from './refund-watch.ts';
import { RequestRateWatch } from './request-rate-watch.ts';
import { isSentByItself, type Subject, subjectOf } from './request-subject.ts';
import { RetryAfterWatch } from './retry-after-watch.ts';
import { SaleWatch } from './sale-watch.ts';
import { ScreenDelayWatch } from './screen-delay-watch.ts';
import { Watch } from './watch.ts';

/** No response moves the time of a signature further. */
const SIGNED_WITHIN_MS = 15 * 60_000;
/** Statuses after which the service accepts no rejection. */
const SETTLED: ReadonlySet<string> = new Set([
  'SUCCEEDED',
  'AUTHORIZATION_FAILED',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
  'VOIDED',
]);

/** Watches one till during the run: requests sent, data received, and states shown. */
export class TillWatch extends Watch {
  readonly #sales: SaleWatch;
  readonly #charges: ChargeWatch;
  readonly #refunds: RefundWatch;
  readonly #retryAfter: RetryAfterWatch;
  readonly #requestRate: RequestRateWatch;
  readonly #screenDelay: ScreenDelayWatch;
  readonly #customerSaysPaid: CustomerSaysPaidWatch;
  readonly #readsUnderWay = new Map<TillProcess, Map<string, number>>();
  readonly #tookBefore = new Set<string>();
  readonly #sentAt = new WeakMap<HttpRequest, number>();
  readonly #heard = new Map<string, { readonly status: string; readonly running: TillProcess | undefined }>();

  constructor(world: World, service: SimulatedService, till: SimulatedTill) {
    super(world, service, till);
    this.#sales = new SaleWatch(world, service, till);
    this.#charges = new ChargeWatch(world, service, till);
    this.#refunds = new RefundWatch(world, service, till);
    this.#retryAfter = new RetryAfterWatch(world, service, till);
    this.#requestRate = new RequestRateWatch(world);
    this.#screenDelay = new ScreenDelayWatch(world, service, till, this.#retryAfter);
    this.#customerSaysPaid = new CustomerSaysPaidWatch(world, service, till, this.#screenDelay);
  }

  sent(user: TillProcess, request: HttpRequest, requested: RequestedOperation, fault: NetworkFault): void {
    this.till.look();
    this.#sentAt.set(request, this.world.timeline.now);
    const signedAt = Number(request.headers['signature']?.split(' ')[1]);
    if (!(Math.abs(signedAt - this.till.now()) <= SIGNED_WITHIN_MS))
      this.world.fail(
        'signing-time',
        `${this.till.name} signs with ${signedAt - this.till.now()} ms added to its clock`,
      );
    const { operation, paymentId = '' } = requested;
    const subject = subjectOf(this.till.journalOnDisk, request, requested);
    if (subject !== undefined) {
      this.#charges.sent(user, request, requested, subject);
      this.#retryAfter.sent(user, request, requested, subject);
      this.#requestRate.sent(user, request, subject);
      if (isRead(requested) && fault !== 'none') this.#screenDelay.hinder(subject);
    }
    if (operation === 'create') this.#sales.creationSent(request.body ?? '');
    if (operation === 'refund') this.#refunds.sent(request, paymentId);
    if (operation === 'cancel') this.#sales.cancelSent(paymentId);
    if (operation === 'acknowledge') this.#sales.acknowledgeSent(request, paymentId);
    if (operation === 'read' && isSentByItself(request)) this.#readSent(user, paymentId);
  }

  ended(
    user: TillProcess,
    request: HttpRequest,
    requested: RequestedOperation,
    answer: HttpResponse | undefined,
    fault: NetworkFault,
  ): void {
    const { operation, paymentId = '' } = requested;
    if (operation === 'read' && isSentByItself(request)) {
      const reads = this.#readsUnderWay.get(user);
      reads?.set(paymentId, (reads.get(paymentId) ?? 1) - 1);
    }
    const subject = subjectOf(this.till.journalOnDisk, request, requested);
    const body = answer === undefined ? undefined : parsed(answer.body);
    if (subject !== undefined && isRead(requested)) this.#toldOf(subject, request, requested, answer, body, fault);
    if (operation === 'acknowledge') this.#sales.acknowledgeAnswered(paymentId, answer?.status);
    if (answer === undefined) return;
    this.#charges.answered(request, requested, answer);
    if (isRead(requested) && operation !== 'list') this.#retryAfter.readAnswered(user, answer);
    if (subject !== undefined) this.#retryAfter.answered(user, request, requested, subject, answer);
    if (answer.status < 200 || answer.status > 299) return;
    this.#sales.learn(request, requested, answer, body, fault);
    if (body === undefined) return;
    this.#refunds.learn(requested, answer, body);
    if (operation === 'read' && this.#isBelievable(paymentId, body) && isSentByItself(request))
      this.#heard.set(paymentId, { status: String(body['status']), running: this.till.running });
  }

  customerSaysPaid(running: TillProcess, saleId: string): void {
    this.#retryAfter.clicked(saleId);
    this.#customerSaysPaid.pressed(running, saleId);
  }

  /** Main has reported that this refund request has no effect. */
  refundTakenBack(requestId: string): void {
    this.#refunds.takenBack(requestId);
  }

  calledBack(order: CallbackOrder): void {
    if (!this.#isSound(order)) return;
    const { paymentId, status } = order;
    this.#sales.tell(paymentId, status);
    this.#customerSaysPaid.calledBack(paymentId, status);
  }

  /** A rejection ends the payer's payment: the till may reject only its own payments that can still be refused. */
  answeredCallback(order: CallbackOrder, status: number): void {
    const { reference } = JSON.parse(order.body) as { reference: string };
    const { journalOnDisk, name } = this.till;
    const sale = journalOnDisk.saleOfPayment(order.paymentId);
    const isKnown =
      this.#isSound(order) && journalOnDisk.knows(order.paymentId, (sent) => this.service.kept(sent) === reference);
    const isRefusable = !SETTLED.has(order.status) && (isKnown || sale !== undefined);
    if (status === 422 && !isRefusable)
      this.world.fail('callback', `${name} has rejected ${order.paymentId}, ${order.status}`);
    const isWrong = sale !== undefined && !sale.imported && !isKnown && isRefusable;
    if (status === 200 && isWrong && sale.stages.at(-1) !== 'paid')
      this.world.fail('callback', `${name} has accepted ${order.paymentId} with another amount or reference`);
    if (status === 200 && isKnown) this.#tookCallback(order);
  }

  /** The till has accepted a callback and must now act on its status. */
  #tookCallback({ paymentId, status, callbackId }: CallbackOrder): void {
    const sale = this.till.journalOnDisk.saleOfPayment(paymentId);
    const shown = sale?.stages.at(-1) ?? '';
    // A callback accepted once is accepted again, whatever has happened since.
    const isNews = !this.#tookBefore.has(callbackId);
    this.#tookBefore.add(callbackId);
    if (
      isNews &&
      // A different till's payment, or imported with its end: this till refuses neither.
      (sale?.imported !== true || sale.recovered) &&
      status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT' &&
      ['cancelled', 'expired', 'failed', 'voided'].includes(shown)
    )
      this.world.fail('callback', `${this.till.name} has accepted ${paymentId}, which it shows as ${shown}`);
    this.#heard.set(paymentId, { status, running: this.till.running });
  }

  hasHeard(paymentId: string, status: string | undefined): boolean {
    const heard = this.#heard.get(paymentId);
    return heard !== undefined && heard.status === status && heard.running === this.till.running;
  }

  /** An event is on the disk: from now on the till shows its state. */
  journalled(event: JournalEvent): void {
    this.#sales.journalled(event);
    this.#charges.journalled(event);
    this.#refunds.journalled(event);
  }

  look(): void {
    this.#screenDelay.look();
    this.#customerSaysPaid.look();
  }

  #isSound({ paymentId, body }: CallbackOrder): boolean {
    return this.#isItself(paymentId, JSON.parse(body) as Record<string, unknown>);
  }

  /** A till ignores a response with a different payment, amount or reference. */
  #isBelievable(paymentId: string, body: Record<string, unknown>): boolean {
    return body['paymentId'] === paymentId && this.#isItself(paymentId, body);
  }

  #isItself(paymentId: string, { amount, reference }: Record<string, unknown>): boolean {
    const payment = this.service.payment(paymentId);
    return payment?.amount === amount && this.service.kept(payment?.reference) === reference;
  }

  #toldOf(
    subject: Subject,
    request: HttpRequest,
    requested: RequestedOperation,
    answer: HttpResponse | undefined,
    body: Record<string, unknown> | undefined,
    fault: NetworkFault,
  ): void {
    const isClean = fault === 'none' && answer !== undefined && answer.status < 300;
    if (!isClean) this.#screenDelay.hinder(subject);
    const sentAt = this.#sentAt.get(request) ?? 0;
    const told = requested.operation === 'read' ? [String(body?.['status'])] : this.#found(subject, body);
    this.#customerSaysPaid.answered(subject, sentAt, answer, isClean, told);
  }

  /** Statuses of the sale's own payment in a search; `absent` if not found. */
  #found({ sale }: Subject, body: Record<string, unknown> | undefined): readonly string[] {
    const details = Array.isArray(body?.['details']) ? (body['details'] as Record<string, unknown>[]) : [];
    const own = details.filter((item) => sale !== undefined && this.#sales.isOf(sale, item));
    return own.length === 0 ? ['absent'] : own.map((item) => String(item['status']));
  }

  #readSent(user: TillProcess, paymentId: string): void {
    const reads = this.#readsUnderWay.get(user) ?? new Map<string, number>();
    this.#readsUnderWay.set(user, reads);
    const now = (reads.get(paymentId) ?? 0) + 1;
    reads.set(paymentId, now);
    if (now > 1) this.world.fail('two-reads', `of payment ${paymentId} are under way at once`);
  }
}

function parsed(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
