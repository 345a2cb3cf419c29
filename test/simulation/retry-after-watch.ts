import type { WireAnswer, WireRequest } from '../../main/service/transport.ts';
import type { SimService } from './sim-service.ts';
import type { WireUser } from './wire.ts';
import type { World } from './world.ts';

/** The longest wait that the till lets itself be asked for, ms. */
const CAP_MS = 24 * 60 * 60 * 1_000;
/** `Date` and HTTP dates count whole seconds, and below two the till takes the clocks for equal. */
const DATE_TOLERANCE_MS = 4_000;

/** Holds a till to what the service asked of it: no request about the same sale or refund before its time. */
export class RetryAfterWatch {
  readonly #world: World;
  readonly #service: SimService;
  readonly #held = new Map<WireUser, Map<string, number>>();

  constructor(world: World, service: SimService) {
    this.#world = world;
    this.#service = service;
  }

  answered(user: WireUser, request: WireRequest, subject: string | undefined, answer: WireAnswer): void {
    const isWait = answer.status === 429 || answer.status === 503;
    const waitMs = isWait ? this.#waitOf(answer.headers['retry-after'] ?? '') : undefined;
    if (subject === undefined || waitMs === undefined || !isOwnPace(request)) return;
    const held = this.#held.get(user) ?? new Map<string, number>();
    this.#held.set(user, held.set(subject, this.#world.timeline.now + waitMs));
  }

  sent(user: WireUser, request: WireRequest, subject: string | undefined): void {
    const until = this.#held.get(user)?.get(subject ?? '') ?? 0;
    const early = until - this.#world.timeline.now;
    if (early < 1 || !isOwnPace(request)) return;
    this.#world.fail(`the service asked to wait, and ${subject} was asked about ${Math.round(early)} ms too soon`);
  }

  #waitOf(text: string): number | undefined {
    if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, CAP_MS);
    const isDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text);
    const at = isDate ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(at)) return undefined;
    return Math.max(0, Math.min(at - this.#service.now(), CAP_MS) - DATE_TOLERANCE_MS);
  }
}

/** A request that no signal can break off is one that a person asked for, such as a look for a payment elsewhere. */
function isOwnPace(request: WireRequest): boolean {
  return request.signal !== undefined;
}
