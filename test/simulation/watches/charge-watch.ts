import type { JournalEvent } from '../../../main/domain/events.ts';
import type { HttpRequest, HttpResponse } from '../../../main/service/transport.ts';
import { isRead, type RequestedOperation } from '../network/request-faults.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { Subject } from './request-subject.ts';
import { Watch } from './watch.ts';

/** Longest delay of a charge after a 429 or 503 for a write in the foreground, in ms. */
const LONGEST_MS = 60_000;

/** The till refuses no charge by itself, unless the service has told the foreground to wait. */
export class ChargeWatch extends Watch {
  readonly #sent = new Map<string, number>();
  readonly #behind = new WeakSet<HttpRequest>();
  /** Until when a charge may have to wait, by the till's monotonic clock. */
  #heldUntil = 0;

  sent({ journal }: TillProcess, request: HttpRequest, { operation }: RequestedOperation, { sale }: Subject): void {
    const body = request.body ?? '';
    if (operation === 'create') this.#sent.set(body, (this.#sent.get(body) ?? 0) + 1);
    else if (sale !== undefined && journal.onScreen() !== sale.saleId) this.#behind.add(request);
  }

  answered(request: HttpRequest, requested: RequestedOperation, { status }: HttpResponse): void {
    if (isRead(requested) || this.#behind.has(request) || (status !== 429 && status !== 503)) return;
    this.#heldUntil = this.till.monotonic() + LONGEST_MS;
  }

  journalled(event: JournalEvent): void {
    if (event.type !== 'sale.creation-refused') return;
    const body = this.sale(event.saleId)?.body ?? '';
    const isSent = (this.#sent.get(body) ?? 0) >= this.till.journalOnDisk.intentsOf(body);
    const isOwn = event.problem.code === 'service.busy' || event.problem.code === 'service.unavailable';
    if (isOwn && !isSent && this.till.monotonic() >= this.#heldUntil)
      this.world.fail('charge-refused', `sale ${event.saleId} was not sent: ${event.problem.code}`);
  }
}
