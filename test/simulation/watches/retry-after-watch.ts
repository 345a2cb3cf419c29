import type { HttpRequest, HttpResponse } from '../../../main/service/transport.ts';
import { isRead, type RequestedOperation } from '../network/request-faults.ts';
import type { TillProcess } from '../till/till-process.ts';
import { isSentByItself, type Subject } from './request-subject.ts';
import { Watch } from './watch.ts';

const CAP_MS = 24 * 60 * 60 * 1_000;
/**
 * Longest delay of other subjects after a 429, and of reads and cancels of a payment that a person waits for, in ms.
 */
const LONGEST_MS = 60_000;
/** `Date` and HTTP dates have a resolution of a second, and the till ignores clock differences below 2 s. */
const DATE_TOLERANCE_MS = 4_000;
const IS_SECONDS = /^\d+$/;

/**
 * A wait requested by the service: no request of the same kind about the same sale or refund may come earlier. A
 * waiting write does not delay reads, so that the till still learns the outcome.
 */
interface Hold {
  /** Earliest time of the next request, in ms since the world began; less the tolerance if the service sent a date. */
  readonly until: number;
  /** Exact end of the wait by the till's monotonic clock, which stops while the machine sleeps. */
  readonly byTill: number;
}

export class RetryAfterWatch extends Watch {
  readonly #held = new Map<TillProcess, Map<string, Hold>>();
  /** Until when a 429 delays all reads of a process, by the till's monotonic clock. */
  readonly #allReadsHeld = new Map<TillProcess, number>();
  /** Requests sent while their sale was on screen, or superseded by a later charge. */
  readonly #foreground = new WeakSet<HttpRequest>();
  /**
   * Clicks on "Customer says they paid" whose read is still to come, by sale. Each click sends one read, whatever the
   * service requested.
   */
  readonly #clicks = new Map<string, number>();

  clicked(saleId: string): void {
    this.#clicks.set(saleId, (this.#clicks.get(saleId) ?? 0) + 1);
  }

  /** Handles the response to any read, of any subject. */
  readAnswered(user: TillProcess, answer: HttpResponse): void {
    const asked = answer.headers['retry-after'] ?? '';
    const waitMs = answer.status === 429 ? waitOf(asked, this.service.now()) : undefined;
    if (waitMs === undefined) return;
    const until = this.till.monotonic() + LONGEST_MS;
    this.#allReadsHeld.set(user, Math.max(until, this.#allReadsHeld.get(user) ?? 0));
  }

  /** A person's search for other payments of the same reference delays no read of this sale. */
  answered(
    user: TillProcess,
    request: HttpRequest,
    requested: RequestedOperation,
    subject: Subject,
    answer: HttpResponse,
  ): void {
    if (!isSentByItself(request)) return;
    const isWait = answer.status === 429 || answer.status === 503;
    const asked = answer.headers['retry-after'] ?? '';
    const askedMs = isWait ? waitOf(asked, this.service.now()) : undefined;
    if (askedMs === undefined) return;
    const isCapped = this.#foreground.has(request) && requested.operation !== 'acknowledge';
    const longestMs = isCapped ? LONGEST_MS : CAP_MS;
    const waitMs = Math.min(askedMs, longestMs);
    const held = this.#held.get(user) ?? new Map<string, Hold>();
    // A shorter wait in a later response, such as the response to a click, does not end a longer wait.
    const before = held.get(slot(subject, requested));
    const asks = this.world.timeline.now + Math.max(0, waitMs - (IS_SECONDS.test(asked) ? 0 : DATE_TOLERANCE_MS));
    const until = Math.max(asks, before?.until ?? 0);
    // A date is relative to the response's own clock: a machine that slept through the response still waits the full
    // time.
    const toldAt = Date.parse(answer.headers['date'] ?? '');
    const byDate = Number.isNaN(toldAt) ? 0 : (waitOf(asked, toldAt) ?? 0);
    const waitOfTill = Math.max(waitMs, Math.min(byDate, longestMs));
    const byTill = Math.max(this.till.monotonic() + waitOfTill, before?.byTill ?? 0);
    this.#held.set(user, held.set(slot(subject, requested), { until, byTill }));
  }

  sent(user: TillProcess, request: HttpRequest, requested: RequestedOperation, subject: Subject): void {
    if (isForeground(user, subject)) this.#foreground.add(request);
    if (isSecondForm(request, requested, subject)) return;
    const until = this.#held.get(user)?.get(slot(subject, requested))?.until ?? 0;
    const early = until - this.world.timeline.now;
    if (early < 1 || !isPaced(request, subject) || this.#isClick(requested, subject)) return;
    this.world.fail(
      'too-soon',
      `the service asked to wait, and ${slot(subject, requested)} came ${Math.round(early)} ms before`,
    );
  }

  #isClick(requested: RequestedOperation, { sale }: Subject): boolean {
    const clicks = this.#clicks.get(sale?.saleId ?? '') ?? 0;
    if (clicks === 0 || !isRead(requested)) return false;
    this.#clicks.set(sale?.saleId ?? '', clicks - 1);
    return true;
  }

  /** Until when reads of this subject must wait, in ms since the world began. */
  readsHeldUntil(user: TillProcess | undefined, subject: Subject): number {
    if (user === undefined) return 0;
    const byTill = Math.max(
      this.#held.get(user)?.get(`${subject.name} read`)?.byTill ?? 0,
      this.#allReadsHeld.get(user) ?? 0,
    );
    return byTill === 0 ? 0 : this.world.timeline.now + byTill - this.till.monotonic();
  }
}

function isForeground({ journal }: TillProcess, { sale }: Subject): boolean {
  if (sale === undefined) return false;
  return journal.onScreen() === sale.saleId || journal.sale(sale.saleId)?.superseded === true;
}

/** Returns the wait of a `Retry-After` at this service time, in ms; undefined for an invalid value. */
function waitOf(text: string, serviceNow: number): number | undefined {
  if (IS_SECONDS.test(text)) return Math.min(Number(text) * 1_000, CAP_MS);
  const isDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text);
  const at = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.min(at - serviceNow, CAP_MS));
}

/** True for the second half of a search: the reference in the characters that the service may have stored. */
function isSecondForm({ body = '{}' }: HttpRequest, { operation }: RequestedOperation, { sale }: Subject): boolean {
  return operation === 'search' && JSON.parse(body).reference !== sale?.reference;
}

function slot({ name }: Subject, requested: RequestedOperation): string {
  return `${name} ${isRead(requested) ? 'read' : requested.operation}`;
}

/** False for requests about an ended sale or a different till's sale: only people send such requests. */
function isPaced(request: HttpRequest, { sale }: Subject): boolean {
  return isSentByItself(request) && (sale === undefined || (sale.open && !sale.imported));
}
