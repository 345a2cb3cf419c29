import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { type Fields, field, toBcd, writeFields } from './fields.ts';
import { type Frame, messages } from './frames.ts';
import { type Answer, T3_MS, type ZvtLine } from './line.ts';
import { EUR, type Registration, receiptFrames } from './registration.ts';
import { result } from './results.ts';

/** T4: from the terminal's answer to the end of the command, or to the next status (PA00P016, section 5.2.6). */
const T4_MS = 180_000;
/** Times before T4 at which the till requests a cancel, and sends a status even without the register's request. */
const CANCEL_BEFORE_T4_MS = 45_000;
const STATUS_BEFORE_T4_MS = 5_000;
const PROGRESS_EVERY_MS = 5_000;
/** *Please wait*: ZVT has no status for a customer who scans a code (PA00P015, section 3.7). */
const WAIT = 0x0e;

export class LineLost extends Error {}

interface RunParts {
  readonly line: ZvtLine;
  readonly fields: Fields;
  readonly registration: Registration;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
}

type Sent = Parameters<typeof writeFields>[0];

/**
 * A command of the register. The terminal is master (PA00P016, section 5.1) from its positive answer until a completion
 * or an abort. The register need not acknowledge the end.
 */
export class Run {
  readonly line: ZvtLine;
  readonly fields: Fields;
  readonly #parts: RunParts;
  #isOver = false;
  /** Start of T4, monotonic ms. */
  #quietSince: number;
  #progressAt = Number.NEGATIVE_INFINITY;
  #isCancelDue = true;
  key: string | undefined;
  /** The register sent `06 B0`. */
  isAborted = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.line = parts.line;
    this.fields = parts.fields;
    this.#quietSince = parts.clock.monotonic();
  }

  get isOver(): boolean {
    return this.#isOver || this.line.ended.aborted;
  }

  get currency(): Uint8Array | undefined {
    return this.fields.get(field.currency);
  }

  /** Empty unless the register sent a currency (PA00P015, section 3.1.1). */
  get euro(): Sent {
    return this.currency === undefined ? [] : [[field.currency, toBcd(EUR, 2)]];
  }

  get pause(): number {
    const { clock, registration } = this.#parts;
    const left = this.#quietSince + T4_MS - clock.monotonic();
    if (registration.progress) return PROGRESS_EVERY_MS;
    return Math.max(0, this.#isCancelDue ? left - CANCEL_BEFORE_T4_MS : left - STATUS_BEFORE_T4_MS);
  }

  /** Sends a due status. Returns true once, when a cancel must be requested before T4. */
  async keepAlive(): Promise<boolean> {
    const { clock, registration } = this.#parts;
    this.requireLine();
    const now = clock.monotonic();
    const isDue = now >= this.#quietSince + T4_MS - STATUS_BEFORE_T4_MS;
    if (isDue || (registration.progress && now >= this.#progressAt + PROGRESS_EVERY_MS)) {
      this.#progressAt = now;
      this.#quietSince = now;
      await this.#deliver({ command: messages.intermediateStatus, data: Uint8Array.of(WAIT) });
    }
    if (!this.#isCancelDue || now < this.#quietSince + T4_MS - CANCEL_BEFORE_T4_MS) return false;
    this.#isCancelDue = false;
    return true;
  }

  /** The caller handles a refusal. */
  async status(fields: Sent, withinMs: number = T3_MS): Promise<Answer> {
    this.requireLine();
    this.#quietSince = this.#parts.clock.monotonic();
    return this.line.send({ command: messages.statusInformation, data: writeFields(fields) }, withinMs);
  }

  /** Logs a refusal. Rejects with `LineLost` without an answer. */
  async report(fields: Sent): Promise<boolean> {
    const answer = await this.#deliver({ command: messages.statusInformation, data: writeFields(fields) });
    return this.logRefused(answer);
  }

  /** A refusal loses only the receipt. */
  async print(lines: readonly string[]): Promise<void> {
    for (const frame of receiptFrames(lines, this.#parts.registration.print))
      if (!this.logRefused(await this.#deliver(frame))) return;
  }

  logRefused(answer: Answer): boolean {
    if (answer.kind === 'refused')
      this.#parts.log.info('Message to the register refused', { code: answer.code.toString(16) });
    return answer.kind !== 'refused';
  }

  complete(data: Uint8Array = new Uint8Array()): void {
    this.#end({ command: messages.completion, data });
  }

  abort(code: number): void {
    const currency = code === result.otherCurrency && this.currency !== undefined ? toBcd(EUR, 2) : [];
    this.#end({ command: messages.abort, data: Uint8Array.of(code, ...currency) });
  }

  /** Lets the register send the next command, without a further answer. */
  finish(): void {
    this.#isOver = true;
  }

  requireLine(): void {
    if (this.line.ended.aborted) throw new LineLost();
  }

  /** A missing answer ends the line (PA00P016, section 5.2.5 a). */
  async #deliver(frame: Frame): Promise<Answer> {
    this.requireLine();
    const answer = await this.line.send(frame);
    if (answer.kind === 'none') this.line.end();
    this.requireLine();
    return answer;
  }

  #end(frame: Frame): void {
    if (this.isOver) return;
    this.#isOver = true;
    void this.line.send(frame).then((answer) => this.logRefused(answer));
  }
}
