import type { JournalEvent } from '../../../main/domain/events.ts';
import type { PaymentStatus } from '../../../main/sandbox/engine/records.ts';
import type { HttpRequest, HttpResponse } from '../../../main/service/transport.ts';
import type { RequestedOperation } from '../network/request-faults.ts';
import { LATEST_ACT_MS } from '../network/simulated-exchange.ts';
import type { NetworkFault } from '../network/simulated-network.ts';
import type { SaleOnDisk } from '../till/journal-on-disk.ts';
import { Watch } from './watch.ts';

const STATUSES: Readonly<Record<string, readonly PaymentStatus[]>> = {
  paid: ['SUCCEEDED'],
  cancelled: ['CANCELLED'],
  expired: ['EXPIRED'],
  failed: ['FAILED', 'AUTHORIZATION_FAILED'],
  voided: ['VOIDED'],
};
const ON_ITS_WAY = ['waiting', 'scanned', 'authorised'];
const CANCELLABLE = ['PENDING', 'IDENTIFIED'];
const OVER: readonly (string | undefined)[] = Object.values(STATUSES).flat();

/** Problem code when the till itself refuses to acknowledge a payment that differs from the charge. */
const DIFFERS = 'sale.acknowledge-refused';

/** Responses that falsely report an end. A later change of the payment raises an alarm. */
const LIES_ABOUT_THE_END: readonly NetworkFault[] = ['ended-too-soon', 'hollow-cancel'];

/** Watches the sales of one till: creations and acknowledgements sent, data received, and states shown. */
export class SaleWatch extends Watch {
  readonly #created = new Map<string, number>();
  readonly #createdAt = new Map<string, number>();
  /** Statuses of each payment from valid responses and callbacks. */
  readonly #told = new Map<string, Set<string>>();
  readonly #liedTo = new Set<string>();
  readonly #acknowledged = new Map<string, number | undefined>();
  readonly #hasAnswered = new Set<string>();
  /** The sale whose last event shows its payment waiting for the merchant's approval. */
  #waitsForYes: string | undefined;
  readonly #absent = new Map<string, number>();
  #late: SaleOnDisk | undefined;

  /** At most once for each intent: two sales with the same typed reference and amount have the same bytes. */
  creationSent(body: string): void {
    const intents = this.till.journalOnDisk.intentsOf(body);
    const sent = (this.#created.get(body) ?? 0) + 1;
    this.#created.set(body, sent);
    this.#createdAt.set(body, this.world.timeline.now);
    if (intents === 0) this.world.fail('creation-intent', `a creation left without an intent on the disk: ${body}`);
    else if (sent > intents) this.world.fail('creation-intent', `one creation was sent twice: ${body}`);
  }

  acknowledgeSent(request: HttpRequest, paymentId: string): void {
    const charged = this.service.creations.find(({ payment }) => payment.paymentId === paymentId);
    const { amount, reference } = JSON.parse(request.body ?? '{}') as { amount?: number; reference?: string };
    const was = JSON.parse(charged?.body ?? '{}') as { amount?: number; reference?: string };
    const isReference = reference === was.reference || reference === this.service.kept(was.reference);
    if (charged?.till === this.till.name && was.amount === amount && isReference) return;
    this.world.fail('acknowledged-other', `payment ${paymentId} was, with ${amount} cents and ${reference}`);
  }

  cancelSent(paymentId: string): void {
    const charged = this.service.creations.find(({ payment }) => payment.paymentId === paymentId);
    if (charged?.till !== this.till.name)
      this.world.fail('cancelled-other', `${this.till.name} cancels ${paymentId} of ${charged?.till ?? 'a stranger'}`);
  }

  /** Status of the last response to an acknowledgement; undefined without a response. */
  acknowledgeAnswered(paymentId: string, status: number | undefined): void {
    this.#acknowledged.set(paymentId, status);
  }

  learn(
    request: HttpRequest,
    { operation, paymentId = '' }: RequestedOperation,
    answer: HttpResponse,
    body: Record<string, unknown> | undefined,
    fault: NetworkFault,
  ): void {
    if (LIES_ABOUT_THE_END.includes(fault)) this.#liedTo.add(paymentId);
    if (operation === 'cancel' && (body !== undefined || answer.body.length === 0)) this.tell(paymentId, 'CANCELLED');
    if (body === undefined) return;
    if (operation === 'read' && body['paymentId'] === paymentId) this.tell(paymentId, String(body['status']));
    if (operation === 'create') this.tell(String(body['paymentId']), String(body['status']));
    if (operation === 'search') this.#searched(request, body);
  }

  tell(paymentId: string, status: string): void {
    const told = this.#told.get(paymentId) ?? new Set<string>();
    this.#told.set(paymentId, told.add(status));
  }

  journalled(event: JournalEvent): void {
    this.#saysYes(event);
    this.#cancelsLate(event);
    if (event.type === 'sale.moved') this.#moved(event);
    if (event.type === 'sale.created') this.#taken(event.saleId, event.paymentId);
    if (event.type === 'sale.creation-absent') this.#givenUp(event.saleId);
    if (event.type === 'sale.creation-refused') this.#refused(event.saleId);
    if (event.type === 'sale.cancel-answered' && event.outcome === 'accepted') this.#cancelled(event.saleId);
    if (event.type === 'sale.acknowledged') this.#accepted(event.saleId);
    // Wrong credentials do not refuse the acknowledgement: the service has not processed the request.
    if (event.type === 'sale.acknowledge-refused' && event.problem.code !== DIFFERS)
      this.#acknowledgeGivenUp(event.saleId);
  }

  /**
   * A till with a payment to acknowledge must journal the due acknowledgement as its next event, unless done before.
   */
  #saysYes(event: JournalEvent): void {
    if (event.type === 'sale.acknowledge-due' || event.type === 'sale.acknowledge-refused')
      this.#hasAnswered.add(event.saleId);
    else if (this.#waitsForYes !== undefined)
      this.world.fail('acknowledge-missing', `sale ${this.#waitsForYes} waits for the merchant's yes, and none is due`);
    this.#waitsForYes = undefined;
    if (event.type !== 'sale.moved' || event.stage !== 'authorised') return;
    const isWaiting = event.status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT' && !this.#hasAnswered.has(event.saleId);
    const sale = this.sale(event.saleId);
    if (isWaiting && sale !== undefined && !sale.imported) this.#waitsForYes = event.saleId;
  }

  /** A till with a payment superseded by a later charge must request its cancel in the same write. */
  #cancelsLate(event: JournalEvent): void {
    const late = this.#late;
    if (event.type === 'sale.moved' && event.saleId === late?.saleId) return;
    if (late !== undefined && !late.cancelAsked)
      this.world.fail('late-not-cancelled', `sale ${late.saleId} was superseded, and its payment can be cancelled`);
    this.#late = undefined;
    if (event.type !== 'sale.created' || event.via === 'create') return;
    const sale = this.sale(event.saleId);
    const told = [...(this.#told.get(event.paymentId) ?? [])];
    if (sale?.superseded && told.every((status) => CANCELLABLE.includes(status))) this.#late = sale;
  }

  #cancelled(saleId: string): void {
    const { paymentId = '' } = this.sale(saleId) ?? {};
    const told = [...(this.#told.get(paymentId) ?? [])];
    if (!told.some((status) => OVER.includes(status)))
      this.world.fail('answer-untold', `the cancel of sale ${saleId} counts as accepted, and no answer has said so`);
  }

  #accepted(saleId: string): void {
    const status = this.#acknowledged.get(this.sale(saleId)?.paymentId ?? '') ?? 0;
    if (status < 200 || status > 299)
      this.world.fail('answer-untold', `sale ${saleId} counts as acknowledged, and no answer has said so`);
  }

  /** Counts a search without a possible payment of this sale. */
  #searched(request: HttpRequest, body: Record<string, unknown>): void {
    const { reference } = JSON.parse(request.body ?? '{}') as { reference?: string };
    const found = Array.isArray(body['details']) ? (body['details'] as Record<string, unknown>[]) : [];
    for (const item of found) this.tell(String(item['paymentId']), String(item['status']));
    const { journalOnDisk } = this.till;
    // A payment of a lost journal's sale with the same bytes belongs to the lost sale.
    const isFound = (sale: SaleOnDisk) =>
      !journalOnDisk.wasChargedBefore(sale.body) && found.some((item) => this.isOf(sale, item));
    // A response that ignores the filter lists the payments of every reference.
    const isUnfiltered = found.some((item) => item['reference'] !== reference);
    const isSearchedFor = (sale: SaleOnDisk) =>
      this.service.kept(sale.reference) === reference || (isUnfiltered && sale.reference === reference);
    for (const sale of journalOnDisk.sales.values())
      if (isSearchedFor(sale) && !isFound(sale))
        this.#absent.set(sale.saleId, (this.#absent.get(sale.saleId) ?? 0) + 1);
  }

  isOf(sale: SaleOnDisk, item: Record<string, unknown>): boolean {
    const owner = this.till.journalOnDisk.saleOfPayment(String(item['paymentId']));
    return (owner === undefined || owner === sale) && this.isMade(sale, String(item['paymentId']));
  }

  isMade(sale: SaleOnDisk, paymentId: string): boolean {
    return this.service.creations.some(
      ({ payment, till, body }) => payment.paymentId === paymentId && till === this.till.name && body === sale.body,
    );
  }

  #acknowledgeGivenUp(saleId: string): void {
    const status = this.#acknowledged.get(this.sale(saleId)?.paymentId ?? '');
    if (status === 401 || status === 403)
      this.world.fail('acknowledge-given-up', `for sale ${saleId}, because of one answer of ${status}`);
  }

  #taken(saleId: string, paymentId: string): void {
    const { sales } = this.till.journalOnDisk;
    const sale = sales.get(saleId);
    for (const other of sales.values())
      if (other.saleId !== saleId && other.paymentId === paymentId)
        this.world.fail(
          'taken-for-own',
          `sale ${saleId} is given payment ${paymentId}, which sale ${other.saleId} has`,
        );
    if (sale !== undefined && !sale.imported && !this.isMade(sale, paymentId))
      this.world.fail('taken-for-own', `sale ${saleId} is given payment ${paymentId}, which it did not make`);
  }

  #moved(event: Extract<JournalEvent, { type: 'sale.moved' }>): void {
    const sale = this.sale(event.saleId);
    const statuses = STATUSES[event.stage];
    if (sale === undefined) return;
    const { saleId, paymentId = '' } = sale;
    const before = sale.stages.at(-2);
    const wasOver = before !== undefined && STATUSES[before] !== undefined;
    if (statuses === undefined) {
      const wasFurther = sale.stages.some((stage) => ON_ITS_WAY.indexOf(stage) > ON_ITS_WAY.indexOf(event.stage));
      if (wasOver || (wasFurther && event.stage !== 'unknown'))
        this.world.fail('end-undone', `sale ${saleId} was shown as ${before}, and then as ${event.stage}`);
      return;
    }
    if (!statuses.some((status) => this.#told.get(paymentId)?.has(status)))
      this.world.fail('end-untold', `sale ${saleId} is shown as ${event.stage}, and nobody has told this till so`);
    const truth = this.service.payment(paymentId)?.status;
    const isTrue = event.stage === 'paid' ? this.service.history.ever(paymentId, 'SUCCEEDED') : OVER.includes(truth);
    // An authorised payment cannot be cancelled: a response that claims a cancel is not an end.
    const isLie = event.stage !== 'paid' && this.#liedTo.has(paymentId);
    if (!isTrue && !(isLie && !(before === 'authorised' && event.via === 'cancel')))
      this.world.fail('end-not-over', `sale ${saleId} is shown as ${event.stage}, and at the service it is ${truth}`);
    const isFollowed = !sale.imported || sale.recovered;
    const wasLeft = !wasOver && sale.dismissed && isFollowed && event.stage === 'paid';
    const isOverturned = wasOver && before !== event.stage && (event.stage === 'paid' || before === 'paid');
    if ((wasLeft || isOverturned) && !sale.alarmed)
      this.world.fail('alarm-missing', `sale ${saleId} was shown as ${before} and then as ${event.stage}`);
  }

  #refused(saleId: string): void {
    const sale = this.sale(saleId);
    if (sale !== undefined && this.till.journalOnDisk.wasChargedBefore(sale.body)) return;
    const made = this.service.creations.find(
      ({ payment }) =>
        sale !== undefined &&
        this.isMade(sale, payment.paymentId) &&
        this.till.journalOnDisk.saleOfPayment(payment.paymentId) === undefined,
    );
    if (made !== undefined)
      this.world.fail(
        'creation-missed',
        `sale ${saleId} is shown as refused, and the service made ${made.payment.paymentId}`,
      );
  }

  #givenUp(saleId: string): void {
    if ((this.#absent.get(saleId) ?? 0) < 2)
      this.world.fail(
        'creation-missed',
        `sale ${saleId} is shown as never created, and no two searches have missed it`,
      );
    const { conditions, timeline } = this.world;
    const since = timeline.now - (this.#createdAt.get(this.sale(saleId)?.body ?? '') ?? 0);
    // When the wall clock jumps during a restart, the till cannot tell the time since the charge.
    if (conditions.clockJumps === 0 && since < LATEST_ACT_MS)
      this.world.fail('creation-missed', `sale ${saleId} is shown as never created while its request may still arrive`);
  }
}
