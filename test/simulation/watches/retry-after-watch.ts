import type { HttpRequest, HttpResponse } from '../../../main/service/transport.ts';
import { isRead, type RequestedOperation } from '../network/request-faults.ts';
import type { TillProcess } from '../till/till-process.ts';
import { isSentByItself, type Subject } from './request-subject.ts';
import { Watch } from './watch.ts';

const CAP_MS = 24 * 60 * 60 * 1_000;
/** What a 429 about one thing holds up of all others, ms. */
const OTHERS_MS = 60_000;
/** `Date` and HTTP dates count whole seconds, and below two the till takes the clocks for equal. */
const DATE_TOLERANCE_MS = 4_000;
const IS_SECONDS = /^\d+$/;

/**
 * A wait that the service asked for: no request of this kind about the same sale or refund may come before it is over.
 * A write that has to wait does not hold up reads, so that the till still learns what happened.
 */
interface Hold {
  /** Nothing may come before this, ms since the world began. Less by the tolerance where the service named a date. */
  readonly until: number;
  /** The exact end of the wait, by the till's monotonic clock, which stands still while the machine sleeps. */
  readonly byTill: number;
}

export class RetryAfterWatch extends Watch {
  readonly #held = new Map<TillProcess, Map<string, Hold>>();
  /** Until when a 429 holds up all reads of a process, by the till's monotonic clock. */
  readonly #allReadsHeld = new Map<TillProcess, number>();

  /** Any read was answered, whatever it was about and whoever asked. */
  readAnswered(user: TillProcess, answer: HttpResponse): void {
    const asked = answer.headers['retry-after'] ?? '';
    const waitMs = answer.status === 429 ? waitOf(asked, this.service.now()) : undefined;
    if (waitMs === undefined) return;
    const until = this.till.monotonic() + OTHERS_MS;
    this.#allReadsHeld.set(user, Math.max(until, this.#allReadsHeld.get(user) ?? 0));
  }

  answered(user: TillProcess, requested: RequestedOperation, subject: Subject, answer: HttpResponse): void {
    const isWait = answer.status === 429 || answer.status === 503;
    const asked = answer.headers['retry-after'] ?? '';
    const waitMs = isWait ? waitOf(asked, this.service.now()) : undefined;
    if (waitMs === undefined) return;
    const held = this.#held.get(user) ?? new Map<string, Hold>();
    const until = this.world.timeline.now + Math.max(0, waitMs - (IS_SECONDS.test(asked) ? 0 : DATE_TOLERANCE_MS));
    // A date is one by the answer's own clock: a machine that slept over the answer waits as long as it was asked to.
    const toldAt = Date.parse(answer.headers['date'] ?? '');
    const waitOfTill = Number.isNaN(toldAt) ? waitMs : Math.max(waitMs, waitOf(asked, toldAt) ?? 0);
    const byTill = this.till.monotonic() + waitOfTill;
    this.#held.set(user, held.set(slot(subject, requested), { until, byTill }));
  }

  sent(user: TillProcess, request: HttpRequest, requested: RequestedOperation, subject: Subject): void {
    const until = this.#held.get(user)?.get(slot(subject, requested))?.until ?? 0;
    const early = until - this.world.timeline.now;
    if (early < 1 || !isPaced(request, subject)) return;
    this.world.fail(
      'too-soon',
      `the service asked to wait, and ${slot(subject, requested)} came ${Math.round(early)} ms before`,
    );
  }

  /** Until when reading about this subject has to wait, ms since the world began. */
  readsHeldUntil(user: TillProcess | undefined, subject: Subject): number {
    if (user === undefined) return 0;
    const byTill = Math.max(
      this.#held.get(user)?.get(`${subject.name} read`)?.byTill ?? 0,
      this.#allReadsHeld.get(user) ?? 0,
    );
    return byTill === 0 ? 0 : this.world.timeline.now + byTill - this.till.monotonic();
  }
}

/** The wait that a `Retry-After` asks for at this time of the service, ms; undefined where it is nonsense. */
function waitOf(text: string, serviceNow: number): number | undefined {
  if (IS_SECONDS.test(text)) return Math.min(Number(text) * 1_000, CAP_MS);
  const isDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text);
  const at = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.min(at - serviceNow, CAP_MS));
}

function slot({ name }: Subject, requested: RequestedOperation): string {
  return `${name} ${isRead(requested) ? 'read' : requested.operation}`;
}

/** False for questions about a sale that is over or of another till: only people ask those. */
function isPaced(request: HttpRequest, { sale }: Subject): boolean {
  return isSentByItself(request) && (sale === undefined || (sale.open && !sale.imported));
}
