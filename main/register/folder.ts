import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { type Clock, sleep } from '../base/clock.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import type { Log } from '../base/log.ts';
import { saveFile } from '../base/saved-file.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { RegisterPayments } from './payments-by-key.ts';
import { chargeAsk, type Register, type RegisterPayment, refundAsk, type TillStatus } from './register-payment.ts';

interface FolderParts {
  readonly folder: string;
  readonly payments: RegisterPayments;
  readonly register: Register;
  readonly clock: Clock;
  readonly log: Log;
  /** The fault is another one, or none any more. */
  changed(): void;
}

/** A share of another machine tells of no changes, so the till looks. */
const LOOK_EVERY_MS = 250;
const AT_ONCE = 100;
const MOST_BYTES = 16 * 1024;
/** A file to which nothing is added for so long is as whole as it will be. */
const WHOLE_AFTER_MS = 2_000;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const CLEAN_EVERY_MS = 60 * 60 * 1000;
const LISTEN_AGAIN_MS = 1_000;

/** `KEY.json`, `KEY.cancel.json`, `KEY.refund.REFUNDKEY.json`, `status.json`. */
const NAME = /^(?<key>[\w-]{1,64})(?:\.(?<wish>cancel|refund\.(?<refundKey>[\w-]{1,64})))?\.json$/;
const STATUS = 'status.json';

/**
 * The payments of a register that writes files: `in/KEY.json` is a wish, written under another name and then renamed;
 * `out/KEY.json` is the payment, written anew with each change, and `out/NAME.problem.json` says why a wish was refused. A
 * wish is in `in/taken` until the journal has it: whatever ends the till in between, the key stands for one payment.
 */
export class RegisterFolder {
  readonly #parts: FolderParts;
  readonly #in: string;
  readonly #out: string;
  readonly #taken: string;
  readonly #refused: string;
  readonly #closed = new AbortController();
  readonly #unsaved = new Map<string, object>();
  /** Wishes under way, by the names of their files: a refund takes seconds, and a cancel does not wait for it. */
  readonly #taking = new Set<string>();
  /** Files that are no wishes yet, with size and time, and since when they have been so by the till's own clock: another machine's may be wrong. */
  readonly #unread = new Map<string, { readonly shape: string; readonly since: number }>();
  readonly #done: Promise<unknown>;
  #cleanedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: FolderParts) {
    this.#parts = parts;
    this.#in = join(parts.folder, 'in');
    this.#out = join(parts.folder, 'out');
    this.#taken = join(this.#in, 'taken');
    this.#refused = join(this.#in, 'refused');
    this.#done = Promise.all([this.#watch(), this.#listen()]);
  }

  /** Why the folder cannot be used now; undefined while it can. */
  error: TillError | undefined;

  /** A wish that is under way goes on: the journal has it, or the file is still there for the next look. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#done;
  }

  async #watch(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await this.#look();
      await sleep(clock, LOOK_EVERY_MS, signal).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    try {
      // A share that is not there is not made here.
      await stat(this.#parts.folder);
      for (const own of [this.#taken, this.#refused, this.#out]) await mkdir(own, { recursive: true });
      // Those that the end of the till cut off come first.
      for (const name of await wishesIn(this.#taken)) this.#begin(name);
      for (const name of await wishesIn(this.#in)) await this.#claim(name);
      for (const [name, data] of this.#unsaved) this.#write(name, data);
      await this.#clean();
      if (this.#unsaved.size === 0) this.#fault(undefined);
    } catch (thrown) {
      this.#fault(toFolderError(thrown, this.#parts.folder));
    }
  }

  /** Each change of each payment of this register, late ones too. */
  async #listen(): Promise<void> {
    const { payments, register, clock } = this.#parts;
    const { signal } = this.#closed;
    let after: string | undefined;
    while (!signal.aborted) {
      try {
        for await (const { id, payment } of payments.events(register, after, signal)) {
          const { key } = payment;
          this.#write(`${key}.json`, payment);
          after = id;
        }
      } catch {
        // The till is being opened, or has no journal: what is wrong with it stands on its screen.
      }
      await sleep(clock, LISTEN_AGAIN_MS, signal).catch(() => undefined);
    }
  }

  /** Another wish of this name may follow at once, and must not be removed in its place. */
  async #claim(name: string): Promise<void> {
    if (this.#taking.has(name)) return;
    await rename(join(this.#in, name), join(this.#taken, name));
    this.#begin(name);
  }

  #begin(name: string): void {
    if (this.#taking.has(name)) return;
    this.#taking.add(name);
    this.#take(name)
      .catch((thrown: unknown) => this.#fault(toFolderError(thrown, this.#parts.folder)))
      .finally(() => this.#taking.delete(name));
  }

  async #take(name: string): Promise<void> {
    const path = join(this.#taken, name);
    try {
      const text = await readSmall(path);
      const wish = text === undefined ? undefined : this.#wishOf(name, text);
      if (wish === undefined && !(await this.#isWhole(path))) return;
      this.#unread.delete(path);
      if (wish === undefined) throw new TillError('register.request', 'The file is no wish of a register');
      const [key = ''] = name.split('.');
      this.#write(name === STATUS ? STATUS : `${key}.json`, await wish());
      await rm(path);
    } catch (thrown) {
      const { code, message } = toTillError(thrown);
      this.#parts.log.warn('A wish of the register folder was refused', { code });
      this.#write(name.replace(/json$/, 'problem.json'), { problem: { code, message } });
      await rename(path, join(this.#refused, name));
    }
  }

  async #isWhole(path: string): Promise<boolean> {
    const { size, mtimeMs } = await lstat(path);
    const [shape, now, before] = [`${size} ${mtimeMs}`, this.#parts.clock.monotonic(), this.#unread.get(path)];
    if (before?.shape === shape) return now - before.since >= WHOLE_AFTER_MS;
    this.#unread.set(path, { shape, since: now });
    return false;
  }

  /** Undefined where the file does not say what is wanted. */
  #wishOf(name: string, text: string): (() => Promise<RegisterPayment | TillStatus>) | undefined {
    const { payments, register } = this.#parts;
    if (name === STATUS) return async () => payments.status(register);
    const { key = '', wish, refundKey } = NAME.exec(name)?.groups ?? {};
    if (key === '') return undefined;
    const read = <Ask>(schema: z.ZodType<Ask>) => schema.safeParse(jsonOrUndefined(text)).data;
    // As it is by the time that it is written: it may have gone on meanwhile.
    const after = (asked: Promise<unknown>) => asked.then(() => payments.get(register, key));
    if (wish === 'cancel') return () => after(payments.cancel(register, key));
    if (refundKey !== undefined) {
      const refund = read(refundAsk);
      return refund && (() => after(payments.refund(register, key, refundKey, refund)));
    }
    const charge = read(chargeAsk);
    return charge && (() => after(payments.charge(register, key, charge)));
  }

  /** A file that the disk does not take is written with the next look. */
  #write(name: string, data: object): void {
    try {
      saveFile(join(this.#out, name), JSON.stringify(data, undefined, 2));
      this.#unsaved.delete(name);
    } catch (thrown) {
      this.#unsaved.set(name, data);
      this.#fault(toTillError(thrown));
    }
  }

  async #clean(): Promise<void> {
    const now = this.#parts.clock.now();
    if (this.#parts.clock.monotonic() - this.#cleanedAt < CLEAN_EVERY_MS) return;
    this.#cleanedAt = this.#parts.clock.monotonic();
    for (const folder of [this.#out, this.#refused])
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        if (now - (await stat(path)).mtimeMs > KEPT_MS) await rm(path, { recursive: true });
      }
  }

  /** Each fault is told once. */
  #fault(error: TillError | undefined): void {
    const isNews = error?.code !== this.error?.code;
    this.error = error;
    if (!isNews) return;
    if (error !== undefined) this.#parts.log.warn(error);
    this.#parts.changed();
  }
}

async function wishesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.json')).slice(0, AT_ONCE);
}

/** Undefined where it is too large, or no file: no link is followed. */
async function readSmall(path: string): Promise<string | undefined> {
  if (!(await lstat(path)).isFile()) return undefined;
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await file.stat();
    return size > MOST_BYTES ? undefined : await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function toFolderError(thrown: unknown, folder: string): TillError {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new TillError('register.folder', `The folder of the registers cannot be used: ${why}`, {
    retryable: true,
    values: { file: folder },
    cause: thrown,
  });
}
