import type { Fact } from '../../main/journal/facts.ts';
import type { WireAnswer, WireRequest } from '../../main/service/transport.ts';
import type { Question } from './asked.ts';
import { LATEST_ACT_MS } from './exchange.ts';
import type { Mirror, MirroredRefund, MirroredSale } from './mirror.ts';
import { RetryAfterWatch } from './retry-after-watch.ts';
import type { SimService } from './sim-service.ts';
import { isGenuine } from './stand-in-signatures.ts';
import type { WireUser, WireWatch } from './wire.ts';
import type { World } from './world.ts';

/** Which of the service's statuses each end on the screen stands for. */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  paid: ['SUCCEEDED'],
  cancelled: ['CANCELLED'],
  expired: ['EXPIRED'],
  failed: ['FAILED', 'AUTHORIZATION_FAILED'],
  voided: ['VOIDED'],
};

/** Watches one till while things happen: what it sends, what it is told, and what it then puts into its journal. */
export class Watch implements WireWatch {
  readonly #world: World;
  readonly #till: string;
  readonly #service: SimService;
  readonly #mirror: Mirror;
  readonly #refresh: () => void;
  readonly #retryAfter: RetryAfterWatch;
  readonly #created = new Map<string, number>();
  readonly #createdAt = new Map<string, number>();
  readonly #readsUnderWay = new Map<WireUser, Map<string, number>>();
  /** Statuses that an answer or a callback has told of each payment, in a form that may be believed. */
  readonly #told = new Map<string, Set<string>>();
  /** How many searches did not find the sale's payment. */
  readonly #absent = new Map<string, number>();
  readonly #refundsAsked = new Map<string, Map<string, number>>();
  readonly #proven = new Set<string>();

  constructor(world: World, service: SimService, till: string, mirror: Mirror, refresh: () => void) {
    this.#world = world;
    this.#till = till;
    this.#service = service;
    this.#mirror = mirror;
    this.#refresh = refresh;
    this.#retryAfter = new RetryAfterWatch(world, service);
  }

  sent(user: WireUser, request: WireRequest, question: Question): void {
    this.#refresh();
    this.#retryAfter.sent(user, request, this.#subject(request, question));
    if (question.asked === 'create') this.#creationSent(request.body ?? '');
    if (question.asked === 'refund') this.#refundSent(request, question.paymentId ?? '');
    if (question.asked === 'acknowledge') this.#acknowledgeSent(request, question.paymentId ?? '');
    if (question.asked === 'read' && request.signal !== undefined) this.#readSent(user, question.paymentId ?? '');
  }

  ended(user: WireUser, request: WireRequest, question: Question, answer: WireAnswer | undefined): void {
    if (question.asked === 'read' && request.signal !== undefined) {
      const reads = this.#readsUnderWay.get(user);
      reads?.set(question.paymentId ?? '', (reads.get(question.paymentId ?? '') ?? 1) - 1);
    }
    if (answer === undefined) return;
    this.#retryAfter.answered(user, request, this.#subject(request, question), answer);
    this.#learn(request, question, answer);
  }

  /** A callback with this status has been delivered. */
  calledBack(paymentId: string, status: string): void {
    this.#tell(paymentId, status);
  }

  /** A fact is on the disk: what the till shows from now on. */
  journalled(fact: Fact): void {
    if (fact.type === 'sale.moved') this.#moved(fact);
    if (fact.type === 'sale.creation-absent') this.#givenUp(fact.saleId);
    if (fact.type === 'refund.answered' && fact.stage === 'refunded' && !this.#proven.has(fact.refundId))
      this.#world.fail(`refund ${fact.refundKey} is shown as done, and no answer has proven it`);
    if (fact.type === 'refund.refused' && this.#refundAtService(fact.refundKey) !== undefined)
      this.#world.fail(`refund ${fact.refundKey} is shown as refused, and the service has it`);
  }

  /** Once for each intent: two sales of one typed reference and amount have the same bytes. */
  #creationSent(body: string): void {
    const intents = [...this.#mirror.sales.values()].filter((sale) => sale.body === body).length;
    const sent = (this.#created.get(body) ?? 0) + 1;
    this.#created.set(body, sent);
    this.#createdAt.set(body, this.#world.timeline.now);
    if (intents === 0) this.#world.fail(`a creation left without an intent on the disk: ${body}`);
    else if (sent > intents) this.#world.fail(`one creation was sent twice: ${body}`);
  }

  #refundSent(request: WireRequest, paymentId: string): void {
    const key = request.headers['idempotency-key'] ?? '';
    const refund = this.#mirror.refunds.get(key);
    if (refund === undefined) {
      this.#world.fail(`a refund left under a key that no intent on the disk has: ${key}`);
      return;
    }
    if (refund.body !== request.body || refund.paymentId !== paymentId) {
      this.#world.fail(`refund ${key} left with other bytes than its intent's: ${request.body}`);
      return;
    }
    const asked = this.#refundsAsked.get(paymentId) ?? new Map<string, number>();
    this.#refundsAsked.set(paymentId, asked.set(key, refund.amount));
    const total = [...asked].reduce((sum, [other, amount]) => (this.#movedNothing(other) ? sum : sum + amount), 0);
    const paid = this.#service.payment(paymentId)?.amount ?? 0;
    if (total > paid) this.#world.fail(`refunds of ${total} cents are under way for payment ${paymentId} of ${paid}`);
  }

  /** Known to have moved no money: failed at the service, refused by it, or not made as a manager says. */
  #movedNothing(key: string): boolean {
    const stage = this.#mirror.refunds.get(key)?.stage;
    return this.#refundAtService(key)?.status === 'FAILED' || stage === 'refused' || stage === 'not-made';
  }

  #acknowledgeSent(request: WireRequest, paymentId: string): void {
    const charged = this.#service.creations.find(({ payment }) => payment.paymentId === paymentId);
    const { amount, reference } = JSON.parse(request.body ?? '{}') as { amount?: number; reference?: string };
    const was = JSON.parse(charged?.body ?? '{}') as { amount?: number; reference?: string };
    if (charged?.till === this.#till && was.amount === amount && was.reference === reference) return;
    this.#world.fail(`payment ${paymentId} was acknowledged with ${amount} cents and ${reference}`);
  }

  #readSent(user: WireUser, paymentId: string): void {
    const reads = this.#readsUnderWay.get(user) ?? new Map<string, number>();
    this.#readsUnderWay.set(user, reads);
    const now = (reads.get(paymentId) ?? 0) + 1;
    reads.set(paymentId, now);
    if (now > 1) this.#world.fail(`two reads of payment ${paymentId} are under way at once`);
  }

  #learn(request: WireRequest, { asked, paymentId, refundId }: Question, answer: WireAnswer): void {
    if (answer.status < 200 || answer.status > 299) return;
    const body = parsed(answer.body);
    if (asked === 'cancel' && (body !== undefined || answer.body.length === 0))
      this.#tell(paymentId ?? '', 'CANCELLED');
    if (body === undefined) return;
    if (asked === 'read' && body['paymentId'] === paymentId) this.#tell(paymentId ?? '', String(body['status']));
    if (asked === 'create') this.#tell(String(body['paymentId']), String(body['status']));
    if (asked === 'search') this.#searched(request, body);
    const isRefund = asked === 'refund' || (asked === 'read-refund' && body['refundId'] === refundId);
    if (isRefund && body['status'] === 'REFUNDED' && isGenuine(answer.headers['signaturebank'], answer.body))
      this.#proven.add(String(body['refundId']));
  }

  /** A search says that it is not there when no payment in it could be this sale's. */
  #searched(request: WireRequest, body: Record<string, unknown>): void {
    const { reference } = JSON.parse(request.body ?? '{}') as { reference?: string };
    const found = Array.isArray(body['details']) ? (body['details'] as Record<string, unknown>[]) : [];
    for (const item of found) this.#tell(String(item['paymentId']), String(item['status']));
    for (const sale of this.#mirror.sales.values())
      if (sale.reference === reference && !found.some((item) => this.#isOf(sale, item)))
        this.#absent.set(sale.saleId, (this.#absent.get(sale.saleId) ?? 0) + 1);
  }

  #moved(fact: Extract<Fact, { type: 'sale.moved' }>): void {
    const sale = this.#mirror.sales.get(fact.saleId);
    const statuses = STATUSES[fact.stage];
    if (sale === undefined) return;
    const before = sale.stages.at(-2);
    if (statuses === undefined) {
      if (before !== undefined && STATUSES[before] !== undefined)
        this.#world.fail(`sale ${sale.saleId} was shown as ${before}, and then as ${fact.stage}`);
      return;
    }
    const told = this.#told.get(sale.paymentId ?? '');
    if (!statuses.some((status) => told?.has(status)))
      this.#world.fail(`sale ${sale.saleId} is shown as ${fact.stage}, and nobody has told this till so`);
    const truth = this.#service.payment(sale.paymentId ?? '')?.status;
    if (fact.stage === 'paid' && truth !== 'SUCCEEDED')
      this.#world.fail(`sale ${sale.saleId} is shown as paid, and at the service it is ${truth}`);
    const contradicts =
      fact.stage === 'paid' && before !== undefined && before !== 'paid' && STATUSES[before] !== undefined;
    if (contradicts && !sale.alarmed)
      this.#world.fail(`sale ${sale.saleId} was shown as ${before} and then as paid, without an alarm`);
  }

  #isOf(sale: MirroredSale, item: Record<string, unknown>): boolean {
    const owner = this.#mirror.saleOfPayment(String(item['paymentId']));
    if (owner !== undefined && owner !== sale) return false;
    return this.#service.creations.some(
      ({ payment, till, body }) => payment.paymentId === item['paymentId'] && till === this.#till && body === sale.body,
    );
  }

  #givenUp(saleId: string): void {
    if ((this.#absent.get(saleId) ?? 0) < 2)
      this.#world.fail(`sale ${saleId} is shown as never created, and no two searches have missed it`);
    const { conditions, timeline } = this.#world;
    const since = timeline.now - (this.#createdAt.get(this.#mirror.sales.get(saleId)?.body ?? '') ?? 0);
    // A wall clock that jumps while the till is restarted hides how long it has been.
    if (conditions.clockJumps === 0 && since < LATEST_ACT_MS)
      this.#world.fail(`sale ${saleId} is shown as never created while its request may still arrive`);
  }

  #refundAtService(key: string) {
    return this.#service.engine.ledger.refundByKey(this.#service.profileId, key);
  }

  /** The sale or refund that a request is about: what a `Retry-After` holds up. */
  #subject(request: WireRequest, { asked, paymentId, refundId }: Question): string | undefined {
    if (asked === 'refund') return `refund ${request.headers['idempotency-key']}`;
    if (asked === 'read-refund') return nameOfRefund([...this.#mirror.refunds.values()], refundId ?? '');
    if (asked === 'create') return nameOfSale(this.#mirror.saleWithBody(request.body ?? ''));
    if (asked === 'list') return undefined;
    if (asked !== 'search') return nameOfSale(this.#mirror.saleOfPayment(paymentId ?? ''));
    const { reference } = JSON.parse(request.body ?? '{}') as { reference?: string };
    return nameOfSale(
      [...this.#mirror.sales.values()].findLast((sale) => sale.reference === reference && !sale.imported),
    );
  }

  #tell(paymentId: string, status: string): void {
    const told = this.#told.get(paymentId) ?? new Set<string>();
    this.#told.set(paymentId, told.add(status));
  }
}

/** A question about a sale that is over, or another till's, is a person's and not the till's own pace. */
function nameOfSale(sale: MirroredSale | undefined): string | undefined {
  return sale?.open === true && !sale.imported ? `sale ${sale.saleId}` : undefined;
}

function nameOfRefund(refunds: readonly MirroredRefund[], refundId: string): string | undefined {
  const refund = refunds.find((known) => known.refundId === refundId);
  return refund === undefined ? undefined : `refund ${refund.refundKey}`;
}

function parsed(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
