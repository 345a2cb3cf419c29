import type { JournalEvent } from '../../../main/domain/events.ts';
import { RETRY_MS } from '../../../main/register/unknown-keys.ts';
import type { Creation, SimulatedService } from '../service/simulated-service.ts';
import type { World } from '../world/simulated-world.ts';

/** A request of a register at one till. */
interface Request {
  readonly till: string;
  readonly id: string;
  readonly key: string;
}

const OVER = ['CANCELLED', 'EXPIRED', 'FAILED', 'AUTHORIZATION_FAILED', 'VOIDED'] as const;

/** Compares the requests of all registers with the service's books, across tills and journals. */
export class RegisterWatch {
  readonly #world: World;
  readonly #service: SimulatedService;
  /** By till and by the bytes that create the payment. */
  readonly #requests = new Map<string, Request>();
  readonly #refundsAsked = new Set<string>();
  readonly #refundKeys = new Set<string>();
  readonly #released = new Set<string>();

  constructor(world: World, service: SimulatedService) {
    this.#world = world;
    this.#service = service;
  }

  journalled(till: string, event: JournalEvent): void {
    if (event.type === 'sale.intent' && event.register !== undefined)
      this.#requests.set(`${till} ${event.body}`, { till, id: event.register.id, key: event.register.key });
    if (event.type === 'refund.intent') this.#refundBegins(till, event);
  }

  /** Checks that no earlier payment of the request was still open: the customer could have paid twice. */
  created({ payment, till, body }: Creation): void {
    const request = this.#requests.get(`${till} ${body}`);
    if (request === undefined || this.#released.has(`${till} ${request.id}`)) return;
    for (const { payment: other } of this.#service.creations) {
      const isAnother = other !== payment && this.isOf(other.paymentId, request);
      // The bank may pay an ended payment; a till with a different account is not notified.
      const wasOver = OVER.some((status) => this.#service.history.ever(other.paymentId, status));
      const isLate = this.#service.now() - other.createdAt >= RETRY_MS;
      if (isAnother && !isLate && !wasOver)
        this.#world.fail(
          'register-charged-twice',
          `${request.key} of ${request.id} has ${payment.paymentId} and ${other.paymentId}, ${other.status}`,
        );
    }
  }

  /** Whether this request created the payment, by the service's books. */
  isOf(paymentId: string | undefined, { till, id, key }: Request): boolean {
    const request = this.#requestOf(paymentId);
    return request?.till === till && request.id === id && request.key === key;
  }

  /** A person lets the register charge before the till has recovered its payments. */
  released(till: string, registerId: string): void {
    this.#released.add(`${till} ${registerId}`);
  }

  asksRefund({ till, id, key }: Request, refundKey: string): void {
    this.#refundsAsked.add(JSON.stringify([till, id, key, refundKey]));
  }

  #refundBegins(till: string, event: Extract<JournalEvent, { type: 'refund.intent' }>): void {
    const { refundKey, register, paymentId } = event;
    if (this.#refundKeys.has(refundKey))
      this.#world.fail('refund-key-shared', `two refunds have the key ${refundKey}, the second at ${till}`);
    this.#refundKeys.add(refundKey);
    if (register === undefined) return;
    const charged = this.#requestOf(paymentId);
    const asked = JSON.stringify([till, register.id, charged?.key, register.key]);
    if (charged?.till !== till || charged.id !== register.id || !this.#refundsAsked.has(asked))
      this.#world.fail(
        'register-refunded-other',
        `${register.key} of ${register.id} refunds ${paymentId} of ${charged?.key ?? 'no register'}`,
      );
  }

  #requestOf(paymentId: string | undefined): Request | undefined {
    const made = this.#service.creations.find(({ payment }) => payment.paymentId === paymentId);
    return made && this.#requests.get(`${made.till} ${made.body}`);
  }
}
