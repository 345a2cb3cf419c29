import type { HttpRequest, HttpResponse } from '../../main/service/transport.ts';
import { isRead, type Question } from './asked.ts';
import type { SimService } from './sim-service.ts';
import { isOwnPace, type Subject } from './subjects.ts';
import type { Till } from './till.ts';
import type { WireUser } from './wire.ts';
import type { World } from './world.ts';

/** The longest wait that the till lets itself be asked for, ms. */
const CAP_MS = 24 * 60 * 60 * 1_000;
/** `Date` and HTTP dates count whole seconds, and below two the till takes the clocks for equal. */
const DATE_TOLERANCE_MS = 4_000;
const IS_SECONDS = /^\d+$/;

/**
 * Holds a till to what the service asked of it: no request of this kind about the same sale or refund before its time. A
 * write that has to wait holds up no reading: by that the till learns the truth meanwhile.
 */
interface Hold {
  /** Nothing may come before this; what a date leaves uncertain is taken off. ms since the world began. */
  readonly until: number;
  /** What was asked for, and not a moment less, by the till's clock that stands still while the machine sleeps. */
  readonly byTill: number;
}

export class RetryAfterWatch {
  readonly #world: World;
  readonly #service: SimService;
  readonly #till: Till;
  readonly #held = new Map<WireUser, Map<string, Hold>>();

  constructor(world: World, service: SimService, till: Till) {
    this.#world = world;
    this.#service = service;
    this.#till = till;
  }

  answered(user: WireUser, request: HttpRequest, question: Question, subject: Subject, answer: HttpResponse): void {
    const isWait = answer.status === 429 || answer.status === 503;
    const asked = answer.headers['retry-after'] ?? '';
    const waitMs = isWait ? this.#waitOf(asked) : undefined;
    if (waitMs === undefined || !isOwnPace(request)) return;
    const held = this.#held.get(user) ?? new Map<string, Hold>();
    const until = this.#world.timeline.now + Math.max(0, waitMs - (IS_SECONDS.test(asked) ? 0 : DATE_TOLERANCE_MS));
    const byTill = this.#till.monotonic() + waitMs;
    this.#held.set(user, held.set(slot(subject, question), { until, byTill }));
  }

  sent(user: WireUser, request: HttpRequest, question: Question, subject: Subject): void {
    const until = this.#held.get(user)?.get(slot(subject, question))?.until ?? 0;
    const early = until - this.#world.timeline.now;
    if (early < 1 || !isPaced(request, subject)) return;
    this.#world.fail(
      'too-soon',
      `the service asked to wait, and ${slot(subject, question)} came ${Math.round(early)} ms before`,
    );
  }

  /** Until when reading about this subject has to wait, ms since the world began. */
  readsHeldUntil(user: WireUser | undefined, subject: Subject): number {
    const hold = user === undefined ? undefined : this.#held.get(user)?.get(`${subject.name} read`);
    return hold === undefined ? 0 : this.#world.timeline.now + hold.byTill - this.#till.monotonic();
  }

  #waitOf(text: string): number | undefined {
    if (IS_SECONDS.test(text)) return Math.min(Number(text) * 1_000, CAP_MS);
    const isDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text);
    const at = isDate ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(at)) return undefined;
    return Math.max(0, Math.min(at - this.#service.now(), CAP_MS));
  }
}

function slot({ name }: Subject, question: Question): string {
  return `${name} ${isRead(question) ? 'read' : question.asked}`;
}

/** A question about a sale that is over, or another till's, is a person's and not the till's own pace. */
function isPaced(request: HttpRequest, { sale }: Subject): boolean {
  return isOwnPace(request) && (sale === undefined || (sale.open && !sale.imported));
}
