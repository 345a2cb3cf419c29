import type { HttpResponse } from '../../../main/service/transport.ts';
import type { SaleView } from '../../../preload/contract/views.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { World } from '../world/simulated-world.ts';
import { type Subject, subjectOfSale } from './request-subject.ts';
import type { ScreenDelayWatch } from './screen-delay-watch.ts';
import { Watch } from './watch.ts';

/** A click on "Customer says they paid", and the till's knowledge since the click. */
interface Press {
  readonly running: TillProcess;
  readonly saleId: string;
  readonly at: number;
  /** Statuses in responses to requests sent after the click; `absent`: a search did not find the payment. */
  readonly told: Set<string>;
  /** At some moment since the click the disk lacked events. The watch cannot see unwritten events and cannot judge. */
  blind: boolean;
  /** A request failed, or its response was not the service's own. */
  failed: boolean;
}

const LONGEST_MS = 45_000;

/** Checks each verdict against the responses to requests sent after the click. */
export class CustomerSaysPaidWatch extends Watch {
  readonly #screenDelay: ScreenDelayWatch;
  #presses: readonly Press[] = [];

  constructor(world: World, service: SimulatedService, till: SimulatedTill, screenDelay: ScreenDelayWatch) {
    super(world, service, till);
    this.#screenDelay = screenDelay;
  }

  pressed(running: TillProcess, saleId: string): void {
    const { now } = this.world.timeline;
    if (this.#presses.some((press) => press.running === running && press.saleId === saleId)) return;
    // The till may be unable to sign, and then reports at once that asking is impossible.
    const failed = this.#clockIsOff(running);
    this.#presses = [
      ...this.#presses,
      { running, saleId, at: now, told: new Set(), blind: running.journal.health.held > 0, failed },
    ];
  }

  /** Handles the response to a request sent at `sentAt`; `clean`: unchanged from the service. */
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
    for (const press of this.#presses) if (this.sale(press.saleId)?.paymentId === paymentId) press.told.add(status);
  }

  look(): void {
    for (const press of this.#presses) {
      press.blind ||= press.running.journal.health.held > 0;
      press.failed ||= press.running.alive && this.#clockIsOff(press.running);
    }
    if (this.#presses.length > 0) this.#presses = this.#presses.filter((press) => !this.#isSettled(press));
  }

  #clockIsOff(running: TillProcess): boolean {
    return this.till.clockIsOff || running.signsNothing;
  }

  #isSettled(press: Press): boolean {
    if (press.running !== this.till.running) return !press.running.alive;
    const kind = press.running.sales.get(press.saleId)?.verdict?.kind ?? 'asking';
    const fault = this.#faultOf(press, kind);
    if (fault !== undefined) this.world.fail('verdict', `${kind} about sale ${press.saleId}: ${fault}`);
    return kind !== 'asking';
  }

  #faultOf(press: Press, kind: NonNullable<SaleView['verdict']>['kind']): string | undefined {
    const sale = this.sale(press.saleId);
    if (sale === undefined || press.blind) return undefined;
    const paymentId = sale.paymentId ?? '';
    const subject = subjectOfSale(sale);
    switch (kind) {
      case 'paid':
        if (!this.service.history.ever(paymentId, 'SUCCEEDED')) return 'it never was';
        // A stale response does not undo an earlier report of the payment.
        if (press.told.size > 0 && this.service.payment(paymentId)?.status === 'SUCCEEDED') return undefined;
        return press.told.has('SUCCEEDED') ? undefined : 'nothing asked after the press has said so';
      case 'not-paid':
        // A missing creation is searched until the creation can no longer arrive; a single search proves nothing.
        if (sale.paymentId === undefined && ['failed', 'cancelled'].includes(sale.stages.at(-1) ?? ''))
          return undefined;
        return [...press.told].some((status) => status !== 'SUCCEEDED' && status !== 'absent')
          ? undefined
          : 'nothing asked after the press has said so';
      case 'not-found':
        return press.told.size > 0 || press.failed ? undefined : 'no search came after the press';
      case 'unknown':
        return press.failed ? undefined : 'every answer had a status that the till knows';
      case 'unreachable': {
        // The service may have required a wait since. With a failing disk, a request may concern a payment not yet
        // visible to the watch.
        const isHeld = subject !== undefined && this.#screenDelay.freeSince(subject) > this.world.timeline.now;
        const isExcused = press.failed || isHeld || this.world.conditions.diskTroubles > 0;
        return isExcused ? undefined : 'every question was answered';
      }
      case 'asking': {
        const since = Math.max(press.at, subject === undefined ? press.at : this.#screenDelay.freeSince(subject));
        const waited = this.world.timeline.now - since;
        return waited > LONGEST_MS ? `for ${Math.round(waited)} ms, while questions are answered` : undefined;
      }
    }
  }
}
