import type { MirroredSale } from './mirror.ts';
import type { RetryAfterWatch } from './retry-after-watch.ts';
import type { SimService } from './sim-service.ts';
import { type Subject, subjectOfSale } from './subjects.ts';
import type { Till } from './till.ts';
import type { World } from './world.ts';

/** What the screen says at each end of a payment. */
const STAGES: Readonly<Record<string, string>> = {
  SUCCEEDED: 'paid',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
  FAILED: 'failed',
  AUTHORIZATION_FAILED: 'failed',
  VOIDED: 'voided',
};
const ENDS: ReadonlySet<string | undefined> = new Set(Object.values(STAGES));

/** Longest between two looks at a sale, after failures too, and what an answer takes: on the screen, and behind it. */
const ON_SCREEN_MS = 20_000;
const BEHIND_MS = 45_000;
/** Refunds are looked at every half a minute. */
const REFUND_MS = 60_000;

/**
 * Once the service answers questions, what it says is on the screen within its usual time, whatever becomes of the
 * writes. Everything that keeps a question or its answer from the till begins the time anew.
 */
export class TruthWatch {
  readonly #world: World;
  readonly #service: SimService;
  readonly #till: Till;
  readonly #retryAfter: RetryAfterWatch;
  /** Since when each of them shows something else than the service says. */
  readonly #behind = new Map<string, number>();
  readonly #hindered = new Map<string, number>();
  #allHindered = 0;
  #life: unknown;

  constructor(world: World, service: SimService, till: Till, retryAfter: RetryAfterWatch) {
    this.#world = world;
    this.#service = service;
    this.#till = till;
    this.#retryAfter = retryAfter;
  }

  /** A question about this was not answered as the service would. */
  hinder({ name }: Subject): void {
    this.#hindered.set(name, this.#world.timeline.now);
  }

  /** Since when nothing has kept the till from the truth about this, ms since the world began. */
  freeSince(subject: Subject): number {
    const held = this.#retryAfter.readsHeldUntil(this.#till.life, subject);
    return Math.max(this.#allHindered, this.#hindered.get(subject.name) ?? 0, held);
  }

  look(): void {
    const { now } = this.#world.timeline;
    if (this.#till.life !== this.#life || this.#till.life === undefined) this.#allHindered = now;
    this.#life = this.#till.life;
    this.#allHindered = Math.max(this.#allHindered, this.#till.hinderedUntil);
    for (const sale of this.#till.mirror.sales.values()) {
      const wanted = this.#wantedOf(sale);
      const shown = sale.stages.at(-1) ?? 'nothing';
      const onScreen = sale === this.#till.mirror.onScreen && !ENDS.has(shown);
      const subject = subjectOfSale(sale);
      if (subject !== undefined) this.#hold(subject, wanted, shown, onScreen ? ON_SCREEN_MS : BEHIND_MS);
    }
    for (const refund of this.#till.mirror.refunds.values()) {
      const isOpen = refund.stage === 'pending';
      const truth = isOpen ? this.#service.engine.store.refunds.get(refund.refundId ?? '')?.status : undefined;
      const wanted = truth === 'REFUNDED' || truth === 'FAILED' ? truth : undefined;
      this.#hold({ name: `refund ${refund.refundKey}` }, wanted, refund.stage, REFUND_MS);
    }
  }

  #hold(subject: Subject, wanted: string | undefined, shown: string, usualMs: number): void {
    // With a disk in trouble, a wish to wait may have come for a payment that this watch could not yet see.
    if (this.#world.conditions.diskTroubles > 0) return;
    if (wanted === undefined) {
      this.#behind.delete(subject.name);
      return;
    }
    const { now } = this.#world.timeline;
    const since = Math.max(this.#behind.get(subject.name) ?? now, this.freeSince(subject));
    this.#behind.set(subject.name, since);
    if (now - since > usualMs)
      this.#world.fail(
        'too-late',
        `${subject.name} shows ${shown} ${Math.round(now - since)} ms after it was ${wanted}`,
      );
  }

  /** What a sale that the till still follows has to show and does not. */
  #wantedOf(sale: MirroredSale): string | undefined {
    if (!sale.open || sale.imported) return undefined;
    if (sale.paymentId === undefined) return this.#uncreated(sale);
    const stage = STAGES[this.#service.payment(sale.paymentId)?.status ?? ''];
    const shown = sale.stages.at(-1);
    // What was told as an end stands, but for money that came after all.
    if (stage === undefined || stage === shown || (ENDS.has(shown) && stage !== 'paid')) return undefined;
    return stage;
  }

  /** Its creation has no answer, and the service has the payment: a search finds it. */
  #uncreated(sale: MirroredSale): string | undefined {
    const { mirror, name } = this.#till;
    const made = this.#service.creations.find(
      ({ payment, till, body }) =>
        till === name && body === sale.body && mirror.saleOfPayment(payment.paymentId) === undefined,
    );
    if (made === undefined) return undefined;
    const listedFrom = made.payment.createdAt + this.#world.conditions.searchLagMs;
    return this.#service.now() < listedFrom ? undefined : 'created';
  }
}
