import type { SimulatedService } from '../service/simulated-service.ts';
import type { SaleOnDisk } from '../till/journal-on-disk.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { World } from '../world/simulated-world.ts';
import { type Subject, subjectOfSale } from './request-subject.ts';
import type { RetryAfterWatch } from './retry-after-watch.ts';
import { Watch } from './watch.ts';

const STAGES: Readonly<Record<string, string>> = {
  SUCCEEDED: 'paid',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
  FAILED: 'failed',
  AUTHORIZATION_FAILED: 'failed',
  VOIDED: 'voided',
};
const ENDS: ReadonlySet<string | undefined> = new Set(Object.values(STAGES));

/**
 * Longest time between two reads of a sale, also after failures, plus the response time: on the screen, and in the
 * background.
 */
const ON_SCREEN_MS = 20_000;
const BEHIND_MS = 45_000;
/** Longest response time of a response that still counts as delivered. */
const ANSWER_MS = 5_000;
/** A pending refund is read every five minutes. */
const REFUND_MS = 6 * 60_000;

/**
 * While the service responds to reads, its status is on the screen within the usual time, whatever happens to writes.
 * The time restarts when a request or its response is lost.
 */
export class ScreenDelayWatch extends Watch {
  readonly #retryAfter: RetryAfterWatch;
  /** Since when each subject differs from the service. */
  readonly #behind = new Map<string, number>();
  readonly #hindered = new Map<string, number>();
  /** Since when an end has been shown: a payment in doubt is read again whenever its age has doubled. */
  readonly #endedSince = new Map<string, number>();
  #allHindered = 0;
  #running: unknown;

  constructor(world: World, service: SimulatedService, till: SimulatedTill, retryAfter: RetryAfterWatch) {
    super(world, service, till);
    this.#retryAfter = retryAfter;
  }

  /** A request about this subject did not get the service's own response. */
  hinder({ name }: Subject): void {
    this.#hindered.set(name, this.world.timeline.now);
  }

  /** Since when nothing has delayed the till's knowledge of this subject, in ms since the world began. */
  freeSince(subject: Subject): number {
    const held = this.#retryAfter.readsHeldUntil(this.till.running, subject);
    return Math.max(this.#allHindered, this.#hindered.get(subject.name) ?? 0, held);
  }

  look(): void {
    const { now } = this.world.timeline;
    if (this.till.running !== this.#running || this.till.running === undefined) this.#allHindered = now;
    this.#running = this.till.running;
    this.#allHindered = Math.max(this.#allHindered, this.till.hinderedUntil);
    for (const sale of this.till.journalOnDisk.sales.values()) {
      const wanted = this.#wantedOf(sale);
      const shown = sale.stages.at(-1) ?? 'nothing';
      const onScreen = sale === this.till.journalOnDisk.onScreen && !ENDS.has(shown);
      const subject = subjectOfSale(sale);
      if (subject === undefined) continue;
      if (ENDS.has(shown) && !this.#endedSince.has(subject.name)) this.#endedSince.set(subject.name, now);
      this.#hold(subject, wanted, shown, onScreen ? ON_SCREEN_MS : BEHIND_MS);
    }
    for (const refund of this.till.journalOnDisk.refunds.values()) {
      const isOpen = refund.stage === 'pending';
      const truth = isOpen ? this.service.engine.store.refunds.get(refund.refundId ?? '')?.status : undefined;
      const wanted = truth === 'REFUNDED' || truth === 'FAILED' ? truth : undefined;
      this.#hold({ name: `refund ${refund.refundKey}` }, wanted, refund.stage, REFUND_MS);
    }
  }

  #hold(subject: Subject, wanted: string | undefined, shown: string, usualMs: number): void {
    // With a failing disk, the service may have required a wait for a payment not yet visible to the watch.
    if (this.world.conditions.diskTroubles > 0) return;
    if (wanted === undefined) {
      this.#behind.delete(subject.name);
      return;
    }
    const { now } = this.world.timeline;
    const since = Math.max(this.#behind.get(subject.name) ?? now, this.freeSince(subject));
    this.#behind.set(subject.name, since);
    // After a restart the till measures the age of an ended sale by its wall clock: a jump lengthens its pauses.
    const jumped = this.world.conditions.clockJumps > 0 ? 2 * BEHIND_MS : 0;
    const age = since - (this.#endedSince.get(subject.name) ?? since) + jumped;
    if (now - since > Math.max(usualMs, age + ANSWER_MS))
      this.world.fail(
        'too-late',
        `${subject.name} shows ${shown} ${Math.round(now - since)} ms after it was ${wanted}`,
      );
  }

  #wantedOf(sale: SaleOnDisk): string | undefined {
    if (!sale.open || sale.imported) return undefined;
    if (sale.paymentId === undefined) return this.#uncreated(sale);
    const stage = STAGES[this.service.payment(sale.paymentId)?.status ?? ''];
    const shown = sale.stages.at(-1);
    // A shown end stays, except when the payment turns out paid.
    if (stage === undefined || stage === shown || (ENDS.has(shown) && stage !== 'paid')) return undefined;
    return stage;
  }

  /**
   * The creation has no response, but the service has the payment: a search finds the payment, and a person decides
   * first.
   */
  #uncreated(sale: SaleOnDisk): string | undefined {
    const { journalOnDisk, name } = this.till;
    if (journalOnDisk.wasChargedBefore(sale.body)) return undefined;
    const made = this.service.creations.find(
      ({ payment, till, body }) =>
        till === name && body === sale.body && journalOnDisk.saleOfPayment(payment.paymentId) === undefined,
    );
    if (made === undefined || (sale.typed && !journalOnDisk.proven.has(made.payment.paymentId))) return undefined;
    const listedFrom = made.payment.createdAt + (this.world.conditions.openPoints.searchLagMs ?? 0);
    return this.service.now() < listedFrom ? undefined : 'created';
  }
}
