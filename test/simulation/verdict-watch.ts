import type { HttpResponse } from '../../main/service/transport.ts';
import type { SaleView } from '../../preload/views.ts';
import type { Life } from './life.ts';
import type { SimService } from './sim-service.ts';
import { type Subject, subjectOfSale } from './subjects.ts';
import type { Till } from './till.ts';
import type { TruthWatch } from './truth-watch.ts';
import type { World } from './world.ts';

/** A press of "Customer says they paid", and what the till has learned since. */
interface Press {
  readonly life: Life;
  readonly saleId: string;
  readonly at: number;
  /** Statuses that answers to questions sent after the press have told; `absent`: a search did not find it. */
  readonly told: Set<string>;
  /** Made while the disk had not taken everything: this watch does not know all of it, and judges only later presses. */
  readonly blind: boolean;
  /** A question failed, or was not answered as the service would. */
  failed: boolean;
}

const LONGEST_MS = 45_000;

/** Holds each verdict against a question that was asked after the press. */
export class VerdictWatch {
  readonly #world: World;
  readonly #service: SimService;
  readonly #till: Till;
  readonly #truth: TruthWatch;
  #presses: readonly Press[] = [];

  constructor(world: World, service: SimService, till: Till, truth: TruthWatch) {
    this.#world = world;
    this.#service = service;
    this.#till = till;
    this.#truth = truth;
  }

  asked(life: Life, saleId: string): void {
    const { now } = this.#world.timeline;
    if (this.#presses.some((press) => press.life === life && press.saleId === saleId)) return;
    const subject = subjectOfSale(this.#till.mirror.sales.get(saleId));
    // Asked to wait before it may ask: it says so at once.
    const failed = subject !== undefined && this.#truth.freeSince(subject) > now;
    this.#presses = [
      ...this.#presses,
      { life, saleId, at: now, told: new Set(), blind: life.journal.health.held > 0, failed },
    ];
  }

  /** A question about this, sent at `sentAt`, has come back; `clean`: as the service answered it. */
  answered(
    { sale }: Subject,
    sentAt: number,
    answer: HttpResponse | undefined,
    clean: boolean,
    told: readonly string[],
  ): void {
    for (const press of this.#presses) {
      if (press.saleId !== sale?.saleId) continue;
      const isAnswer = answer !== undefined && answer.status >= 200 && answer.status < 300;
      if (!isAnswer || !clean) press.failed = true;
      if (isAnswer && sentAt >= press.at) for (const status of told) press.told.add(status);
    }
  }

  calledBack(paymentId: string, status: string): void {
    for (const press of this.#presses)
      if (this.#till.mirror.sales.get(press.saleId)?.paymentId === paymentId) press.told.add(status);
  }

  look(): void {
    if (this.#presses.length > 0) this.#presses = this.#presses.filter((press) => !this.#isSettled(press));
  }

  #isSettled(press: Press): boolean {
    if (press.life !== this.#till.life) return !press.life.alive;
    const kind = press.life.sales.get(press.saleId)?.verdict?.kind ?? 'asking';
    const fault = this.#faultOf(press, kind);
    if (fault !== undefined) this.#world.fail('verdict', `${kind} about sale ${press.saleId}: ${fault}`);
    return kind !== 'asking';
  }

  #faultOf(press: Press, kind: NonNullable<SaleView['verdict']>['kind']): string | undefined {
    const sale = this.#till.mirror.sales.get(press.saleId);
    if (sale === undefined || press.blind || press.life.journal.health.held > 0) return undefined;
    const paymentId = sale.paymentId ?? '';
    switch (kind) {
      case 'paid':
        if (!this.#service.history.ever(paymentId, 'SUCCEEDED')) return 'it never was';
        // An old answer, from a copy of the data, takes nothing back.
        if (press.told.size > 0 && this.#service.payment(paymentId)?.status === 'SUCCEEDED') return undefined;
        return press.told.has('SUCCEEDED') ? undefined : 'nothing asked after the press has said so';
      case 'not-paid':
        if (sale.paymentId === undefined && sale.stages.at(-1) === 'failed') return undefined;
        return [...press.told].some((status) => status !== 'SUCCEEDED')
          ? undefined
          : 'nothing asked after the press has said so';
      case 'unknown':
        return press.failed ? undefined : 'every answer had a status that the till knows';
      case 'unreachable':
        // With a disk in trouble, a question may have gone out about a payment that this watch could not yet see.
        return press.failed || this.#world.conditions.diskTroubles > 0 ? undefined : 'every question was answered';
      case 'asking': {
        const subject = subjectOfSale(sale);
        const since = Math.max(press.at, subject === undefined ? press.at : this.#truth.freeSince(subject));
        const waited = this.#world.timeline.now - since;
        return waited > LONGEST_MS ? `for ${Math.round(waited)} ms, while questions are answered` : undefined;
      }
    }
  }
}
