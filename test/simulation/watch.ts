import type { JournalEvent } from '../../main/journal/events.ts';
import type { CallbackOrder } from '../../main/sandbox/engine/callback-order.ts';
import type { HttpRequest, HttpResponse } from '../../main/service/transport.ts';
import { isRead, type Question } from './asked.ts';
import type { Life } from './life.ts';
import { PaceWatch } from './pace-watch.ts';
import { RefundWatch } from './refund-watch.ts';
import { RetryAfterWatch } from './retry-after-watch.ts';
import { SaleWatch } from './sale-watch.ts';
import type { SimService } from './sim-service.ts';
import { isOwnPace, type Subject, subjectOf } from './subjects.ts';
import type { Till } from './till.ts';
import { TruthWatch } from './truth-watch.ts';
import { VerdictWatch } from './verdict-watch.ts';
import type { WireFault, WireUser, WireWatch } from './wire.ts';
import type { World } from './world.ts';

/** Watches one till while things happen: what it sends, what it is told, and what it then shows. */
export class Watch implements WireWatch {
  readonly #world: World;
  readonly #service: SimService;
  readonly #till: Till;
  readonly #sales: SaleWatch;
  readonly #refunds: RefundWatch;
  readonly #retryAfter: RetryAfterWatch;
  readonly #pace: PaceWatch;
  readonly #truth: TruthWatch;
  readonly #verdicts: VerdictWatch;
  readonly #readsUnderWay = new Map<WireUser, Map<string, number>>();
  readonly #sentAt = new WeakMap<HttpRequest, number>();
  /** What was told last of each payment, and to which process. */
  readonly #heard = new Map<string, { readonly status: string; readonly life: Life | undefined }>();

  constructor(world: World, service: SimService, till: Till) {
    this.#world = world;
    this.#service = service;
    this.#till = till;
    this.#sales = new SaleWatch(world, service, till);
    this.#refunds = new RefundWatch(world, service, till);
    this.#retryAfter = new RetryAfterWatch(world, service, till);
    this.#pace = new PaceWatch(world);
    this.#truth = new TruthWatch(world, service, till, this.#retryAfter);
    this.#verdicts = new VerdictWatch(world, service, till, this.#truth);
  }

  sent(user: WireUser, request: HttpRequest, question: Question, fault: WireFault): void {
    this.#till.look();
    this.#sentAt.set(request, this.#world.timeline.now);
    const { asked, paymentId = '' } = question;
    const subject = subjectOf(this.#till.mirror, request, question);
    if (subject !== undefined) {
      this.#retryAfter.sent(user, request, question, subject);
      this.#pace.sent(user, request, subject);
      if (isRead(question) && fault !== 'none') this.#truth.hinder(subject);
    }
    if (asked === 'create') this.#sales.creationSent(request.body ?? '');
    if (asked === 'refund') this.#refunds.sent(request, paymentId);
    if (asked === 'acknowledge') this.#sales.acknowledgeSent(request, paymentId);
    if (asked === 'read' && isOwnPace(request)) this.#readSent(user, paymentId);
  }

  ended(
    user: WireUser,
    request: HttpRequest,
    question: Question,
    answer: HttpResponse | undefined,
    fault: WireFault,
  ): void {
    const { asked, paymentId = '' } = question;
    if (asked === 'read' && isOwnPace(request)) {
      const reads = this.#readsUnderWay.get(user);
      reads?.set(paymentId, (reads.get(paymentId) ?? 1) - 1);
    }
    const subject = subjectOf(this.#till.mirror, request, question);
    const body = answer === undefined ? undefined : parsed(answer.body);
    if (subject !== undefined && isRead(question)) this.#toldOf(subject, request, question, answer, body, fault);
    if (asked === 'acknowledge') this.#sales.acknowledgeAnswered(paymentId, answer?.status);
    if (answer === undefined) return;
    if (subject !== undefined) this.#retryAfter.answered(user, request, question, subject, answer);
    if (answer.status < 200 || answer.status > 299) return;
    this.#sales.learn(request, question, answer, body, fault);
    if (body === undefined) return;
    this.#refunds.learn(question, answer, body);
    if (asked === 'read' && body['paymentId'] === paymentId && isOwnPace(request))
      this.#heard.set(paymentId, { status: String(body['status']), life: this.#till.life });
  }

  /** Somebody at the till asks whether this is paid. */
  asked(life: Life, saleId: string): void {
    this.#verdicts.asked(life, saleId);
  }

  /** A callback with this status has been delivered. */
  calledBack(order: CallbackOrder): void {
    if (!this.#isSound(order)) return;
    const { paymentId, status } = order;
    this.#sales.tell(paymentId, status);
    this.#verdicts.calledBack(paymentId, status);
  }

  /** Whether a callback is about a payment of this till, with the amount and reference that it has. */
  knows(order: CallbackOrder): boolean {
    const { reference } = JSON.parse(order.body) as { reference: string };
    return this.#isSound(order) && this.#till.mirror.knows(order.paymentId, reference);
  }

  /** The till has said that it takes a callback: what this says is its to look after. */
  tookCallback({ paymentId, status }: CallbackOrder): void {
    this.#heard.set(paymentId, { status, life: this.#till.life });
  }

  /** Whether the process that runs has been told that the payment has this status. */
  hasHeard(paymentId: string, status: string | undefined): boolean {
    const heard = this.#heard.get(paymentId);
    return heard !== undefined && heard.status === status && heard.life === this.#till.life;
  }

  /** A event is on the disk: what the till shows from now on. */
  journalled(event: JournalEvent): void {
    this.#sales.journalled(event);
    this.#refunds.journalled(event);
  }

  look(): void {
    this.#truth.look();
    this.#verdicts.look();
  }

  #isSound({ paymentId, body }: CallbackOrder): boolean {
    const told = JSON.parse(body) as { amount: number; reference?: string };
    const payment = this.#service.payment(paymentId);
    return payment?.amount === told.amount && payment.reference === told.reference;
  }

  #toldOf(
    subject: Subject,
    request: HttpRequest,
    question: Question,
    answer: HttpResponse | undefined,
    body: Record<string, unknown> | undefined,
    fault: WireFault,
  ): void {
    const isClean = fault === 'none' && answer !== undefined && answer.status < 300;
    if (!isClean) this.#truth.hinder(subject);
    const sentAt = this.#sentAt.get(request) ?? 0;
    const told = question.asked === 'read' ? [String(body?.['status'])] : this.#found(subject, body);
    this.#verdicts.answered(subject, sentAt, answer, isClean, told);
  }

  /** What a search has told of the sale's own payment; `absent` when it has not found it. */
  #found({ sale }: Subject, body: Record<string, unknown> | undefined): readonly string[] {
    const details = Array.isArray(body?.['details']) ? (body['details'] as Record<string, unknown>[]) : [];
    const own = details.filter((item) => sale !== undefined && this.#sales.isOf(sale, item));
    return own.length === 0 ? ['absent'] : own.map((item) => String(item['status']));
  }

  #readSent(user: WireUser, paymentId: string): void {
    const reads = this.#readsUnderWay.get(user) ?? new Map<string, number>();
    this.#readsUnderWay.set(user, reads);
    const now = (reads.get(paymentId) ?? 0) + 1;
    reads.set(paymentId, now);
    if (now > 1) this.#world.fail('two-reads', `of payment ${paymentId} are under way at once`);
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
