import type { Stats } from 'node:fs';
import { type Clock, sleep } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { TillError, toTillError } from '../../base/till-error.ts';
import type { RegisterPayments } from '../payments-by-key.ts';
import { chargeAsk, type Register, type RegisterPayment, refundAsk } from '../register-payment.ts';
import { FolderAnswers } from './folder-answers.ts';
import {
  badName,
  badNameOf,
  type FolderRequest,
  isMeant,
  isOwnName,
  readRequest,
  requestNamed,
} from './folder-requests.ts';
import { type Disk, isDiskFault, type Place, SharedFolder, toFolderError } from './shared-folder.ts';

interface FolderParts {
  readonly folder: string;
  /** Highest age in ms of a charge or refund request. */
  readonly oldestMs: number;
  readonly payments: RegisterPayments;
  readonly register: Register;
  readonly clock: Clock;
  readonly log: Log;
  readonly disk?: Disk;
  readonly platform?: NodeJS.Platform;
  changed(): void;
}

/** A share on another machine reports no changes, so the till polls. */
const LOOK_EVERY_MS = 250;
const AT_ONCE = 100;
/** Time without a change after which a file counts as complete. */
const WHOLE_AFTER_MS = 2_000;
const CANCEL_HELD_MS = 5_000;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const CLEAN_EVERY_MS = 60 * 60 * 1000;
const LISTEN_AGAIN_MS = 1_000;

/**
 * `in/KEY.json` is a request, `out/KEY.json` the payment after each change, `out/KEY.problem.json` a refusal. A request
 * stays in `in/taken` until the journal has it: a crash never repeats a charge.
 */
export class RegisterFolder {
  readonly #parts: FolderParts;
  readonly #folder: SharedFolder;
  readonly #answers: FolderAnswers;
  readonly #closed = new AbortController();
  /** Requests in progress: a refund takes seconds, and a cancel does not wait for it. */
  readonly #taking = new Map<string, Promise<void>>();
  /** Files that wait for their end or their charge, and reported links. `since`: monotonic ms. */
  readonly #seen = new Map<string, { readonly shape: string; readonly since: number }>();
  #diskFaults: unknown[] = [];
  readonly #done: Promise<unknown>;
  #cleanedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: FolderParts) {
    this.#parts = parts;
    this.#folder = new SharedFolder(parts.folder, parts.disk, parts.platform);
    this.#answers = new FolderAnswers(this.#folder);
    this.#done = Promise.all([this.#watch(), this.#listen()]);
  }

  error: TillError | undefined;

  /** Requests in progress continue: the journal has them, or their files wait for the next start. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#done;
  }

  async #watch(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await this.#look().catch((thrown: unknown) => this.#diskFaults.unshift(thrown));
      const [fault] = this.#diskFaults;
      this.#diskFaults = [];
      this.#fault(fault === undefined ? undefined : toFolderError(fault, this.#parts.folder));
      await sleep(clock, LOOK_EVERY_MS, signal).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    await this.#folder.prepare();
    const [taken, found] = [await this.#folder.names('taken'), await this.#folder.names('in')];
    const paths = new Set([...taken.map((name) => `taken/${name}`), ...found.map((name) => `in/${name}`)]);
    for (const path of this.#seen.keys()) if (!paths.has(path)) this.#seen.delete(path);
    // Requests interrupted by the till's end come first.
    for (const { request } of inOrder(taken))
      if (request !== undefined && this.#taking.size < AT_ONCE) this.#begin(request);
    for (const { name, request } of inOrder(found)) {
      if (this.#taking.size >= AT_ONCE) break;
      await this.#claim(name, request).catch((thrown: unknown) => this.#diskFaults.push(thrown));
    }
    await this.#answers.flush();
    await this.#clean();
  }

  async #listen(): Promise<void> {
    const { payments, register, clock } = this.#parts;
    const { signal } = this.#closed;
    let after: string | undefined;
    while (!signal.aborted) {
      try {
        for await (const { id, payment } of payments.events(register, after, signal)) {
          this.#answers.put(payment.key, 'answer', payment);
          after = id;
        }
      } catch {
        // The till is opening or has no journal; its screen shows the fault.
      }
      await sleep(clock, LISTEN_AGAIN_MS, signal).catch(() => undefined);
    }
  }

  /** Moves the file before reading: the next request may have the same name. */
  async #claim(name: string, request: FolderRequest | undefined): Promise<void> {
    const base = request?.base ?? badNameOf(name);
    if (this.#taking.has(base)) return;
    const stats = await this.#folder.stat('in', name);
    if (!stats.isFile()) return this.#report('in', name, base, stats);
    if (request !== undefined) {
      await this.#folder.move({ place: 'in', name }, 'taken', `${base}.json`);
      return this.#begin(request);
    }
    if (this.#isOver(`in/${name}`, shapeOf(stats), WHOLE_AFTER_MS))
      await this.#refuse({ place: 'in', name }, base, badName(name));
  }

  #begin(request: FolderRequest): void {
    const { base } = request;
    if (this.#taking.has(base)) return;
    const charge = request.kind === 'status' ? undefined : this.#taking.get(request.key);
    const done = Promise.resolve(charge)
      .then(() => this.#take(request))
      .catch((thrown: unknown) => void this.#diskFaults.push(thrown))
      .finally(() => this.#taking.delete(base));
    this.#taking.set(base, done);
  }

  /** Rejects with disk faults: the file waits for the next look. */
  async #take(request: FolderRequest): Promise<void> {
    const { base } = request;
    const name = `${base}.json`;
    const found = await this.#folder.read('taken', name);
    if (found === undefined) return this.#report('taken', name, base, await this.#folder.stat('taken', name));
    try {
      const act = this.#actOf(request, found.bytes);
      if (request.kind !== 'status') await this.#requireFresh(request, found.mtimeMs);
      await this.#answers.clearProblems(base, ...(request.kind === 'charge' ? [`${base}.cancel`] : []));
      await act();
    } catch (thrown) {
      if (isDiskFault(thrown)) throw thrown;
      const error = toTillError(thrown);
      if (await this.#mayStillPass(request, error)) return;
      await this.#refuse({ place: 'taken', name }, base, error);
      return;
    }
    await this.#folder.remove('taken', name);
  }

  /** A cancel may arrive before its charge, and a file may still be incomplete. */
  async #mayStillPass({ kind, base }: FolderRequest, { code }: TillError): Promise<boolean> {
    const name = `${base}.json`;
    const path = `taken/${name}`;
    if (kind === 'cancel' && code === 'register.unknown-key') return !this.#isOver(path, 'held', CANCEL_HELD_MS);
    if (code !== 'register.request') return false;
    return !this.#isOver(path, shapeOf(await this.#folder.stat('taken', name)), WHOLE_AFTER_MS);
  }

  #actOf(request: FolderRequest, bytes: Buffer | undefined): () => Promise<void> {
    const { payments, register } = this.#parts;
    if (request.kind === 'status') return async () => this.#answers.put('status', 'answer', payments.status(register));
    const { key } = request;
    // Read again, since the payment may have changed meanwhile.
    const after = async (asked: Promise<unknown>) => {
      await asked;
      this.#answers.put(key, 'answer', await payments.get(register, key));
    };
    switch (request.kind) {
      case 'cancel':
        return () => after(payments.cancel(register, key));
      case 'refund': {
        const refund = readRequest(refundAsk, bytes);
        return () => after(payments.refund(register, key, request.refundKey, refund));
      }
      case 'charge': {
        const charge = readRequest(chargeAsk, bytes);
        return () => after(payments.charge(register, key, charge));
      }
    }
  }

  /** Accepts cancels of any age, and requests taken before. Throws `TillError` `register.too-old`. */
  async #requireFresh(request: Exclude<FolderRequest, { kind: 'status' }>, mtimeMs: number): Promise<void> {
    const { payments, register, oldestMs } = this.#parts;
    if (request.kind === 'cancel') return;
    if (payments.has(register, request.key, request.kind === 'refund' ? request.refundKey : undefined)) return;
    if ((await this.#folder.now()) - mtimeMs > oldestMs)
      throw new TillError('register.too-old', `File older than ${oldestMs / 60_000} minutes`);
  }

  /** Moves first: a file left in place is tried again, and must not have a response. */
  async #refuse(from: { readonly place: Place; readonly name: string }, base: string, error: TillError): Promise<void> {
    await this.#folder.move(from, 'refused', `${base}.json`);
    this.#seen.delete(`${from.place}/${from.name}`);
    await this.#answerWith(base, error);
  }

  /** Reports a link or folder once, and leaves it in place. */
  async #report(place: Place, name: string, base: string, stats: Stats): Promise<void> {
    if (!this.#isNews(`${place}/${name}`, shapeOf(stats))) return;
    await this.#answerWith(base, new TillError('register.request', `${name} is a link or a folder, not a file`));
  }

  async #answerWith(base: string, { code, message }: TillError): Promise<void> {
    const { payments, register, log } = this.#parts;
    log.warn('Request in the register folder refused', { code });
    const payment: RegisterPayment | undefined = await payments.get(register, base).catch(() => undefined);
    this.#answers.put(base, 'problem', { problem: { code, message }, ...(payment && { payment }) });
  }

  #isNews(path: string, shape: string): boolean {
    if (this.#seen.get(path)?.shape === shape) return false;
    this.#seen.set(path, { shape, since: this.#parts.clock.monotonic() });
    return true;
  }

  #isOver(path: string, shape: string, waitMs: number): boolean {
    if (this.#isNews(path, shape)) return false;
    return this.#parts.clock.monotonic() - (this.#seen.get(path)?.since ?? 0) >= waitMs;
  }

  async #clean(): Promise<void> {
    const { clock } = this.#parts;
    if (clock.monotonic() - this.#cleanedAt < CLEAN_EVERY_MS) return;
    this.#cleanedAt = clock.monotonic();
    for (const place of ['out', 'refused', 'taken'] as const)
      await this.#folder.clean(place, clock.now() - KEPT_MS, isOwnName);
  }

  #fault(error: TillError | undefined): void {
    const isNews = error?.values?.['file'] !== this.error?.values?.['file'];
    this.error = error;
    if (!isNews) return;
    if (error !== undefined) this.#parts.log.warn(error);
    this.#parts.changed();
  }
}

function inOrder(names: readonly string[]) {
  const found = names.filter(isMeant).map((name) => ({ name, request: requestNamed(name) }));
  return [
    ...found.filter(({ request }) => request?.kind === 'charge'),
    ...found.filter(({ request }) => request?.kind !== 'charge'),
  ];
}

function shapeOf({ size, mtimeMs }: Stats): string {
  return `${size} ${mtimeMs}`;
}
