import type { Socket } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { toTillError } from '../../base/till-error.ts';
import type { RegisterPayments } from '../payments-by-key.ts';
import type { Register, RegisterPayment } from '../register-payment.ts';
import { field, fromBcd, readFields, toBcd, writeFields } from './fields.ts';
import { commands, decode, encode, type Frame } from './frames.ts';

interface TerminalParts {
  readonly payments: RegisterPayments;
  readonly register: Register;
  /** The shift so far: what was paid less what was refunded, in cents. */
  shift(): Promise<number>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The register's end of one connection. */
type Line = Pick<Socket, 'write' | 'destroy'>;

/** Result codes of ZVT. */
const result = {
  done: 0x00,
  failed: 0x66,
  aborted: 0x6c,
  otherCurrency: 0x6f,
  unknownCommand: 0x83,
  busy: 0x9c,
  unreadable: 0x9a,
  noReversal: 0xb5,
  aboveMaximum: 0xc3,
  other: 0xff,
} as const;

/** What the register shows its cashier meanwhile: *please wait*, and *follow the instructions*. */
const WAIT = 0x0e;
const INSTRUCTIONS = 0x0a;
const EUR = 978;
/** The register asks in its registration to be told of the progress. */
const WANTS_PROGRESS = 0x08;
const PASSWORD_BYTES = 3;
/** A register that does not confirm a frame in time has had it, or asks again. */
const CONFIRMED_WITHIN_MS = 5_000;
/** Well below the time after which a register takes the line for dead. */
const PROGRESS_EVERY_MS = 5_000;
const TEXT_LENGTH = 99;
/** Class of a frame that refuses; its instruction says why. */
const REFUSED = 0x84;
/** Of what registers send. A web page can send a request here, and frames in its body: it begins with a letter. */
const CLASSES: ReadonlySet<number> = new Set([0x04, 0x05, 0x06, 0x08, 0x0f, 0x80, REFUSED]);
/** So long a paid payment of which the register may not know keeps it from charging again. */
const UNTOLD_MS = 120_000;

/**
 * Plays a payment terminal for registers that speak ZVT. The payments go on whatever becomes of a line: a register that
 * comes back asks with *repeat receipt* what its last payment has become.
 */
export class ZvtTerminal {
  readonly #parts: TerminalParts;
  readonly #told: Told = { key: undefined };
  #line: ZvtLine | undefined;

  constructor(parts: TerminalParts) {
    this.#parts = parts;
  }

  /** The newest line is the register's: the one before may hang since it was switched off. */
  connected(line: Line): ZvtLine {
    this.#line?.end();
    this.#line = new ZvtLine(this.#parts, line, this.#told);
    return this.#line;
  }

  close(): void {
    this.#line?.end();
  }
}

/** The payment whose end the register has confirmed last. */
interface Told {
  key: string | undefined;
}

class ZvtLine {
  readonly #parts: TerminalParts;
  readonly #line: Line;
  readonly #told: Told;
  readonly #ended = new AbortController();
  #rest: Uint8Array = new Uint8Array();
  #confirmed: (() => void) | undefined;
  #wantsProgress = false;
  /** What the register has asked for and has not been answered. */
  #busy = false;
  #key: string | undefined;

  constructor(parts: TerminalParts, line: Line, told: Told) {
    this.#parts = parts;
    this.#line = line;
    this.#told = told;
  }

  receive(bytes: Uint8Array): void {
    if (this.#ended.signal.aborted) return;
    try {
      const { frames, rest } = decode(Buffer.concat([this.#rest, bytes]));
      this.#rest = rest;
      for (const frame of frames) if (!this.#ended.signal.aborted) this.#take(frame);
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      this.end();
    }
  }

  end(): void {
    this.#ended.abort();
    this.#line.destroy();
  }

  #take(frame: Frame): void {
    const { command } = frame;
    if (!CLASSES.has(command >> 8)) this.end();
    else if (command === commands.acknowledged || command >> 8 === REFUSED) this.#confirmed?.();
    else if (command === commands.abort) this.#cancel();
    else this.#begin(this.#busy ? result.busy : (this.#answerTo(frame) ?? result.unknownCommand));
  }

  #begin(answer: (() => Promise<unknown>) | number): void {
    if (typeof answer === 'number') {
      this.#line.write(encode({ command: (REFUSED << 8) + answer, data: new Uint8Array() }));
      return;
    }
    this.#confirm();
    this.#busy = true;
    answer()
      .catch((thrown: unknown) => this.#failed(thrown))
      .finally(() => {
        this.#busy = false;
      });
  }

  /** Undefined for a command that this terminal does not have. */
  #answerTo({ command, data }: Frame): (() => Promise<unknown>) | undefined {
    switch (command) {
      case commands.registration:
        this.#wantsProgress = ((data[PASSWORD_BYTES] ?? 0) & WANTS_PROGRESS) !== 0;
        return () => this.#complete([[field.status, Uint8Array.of(result.done)], currency]);
      case commands.authorisation:
        return () => this.#pay(data);
      case commands.repeatReceipt:
        return () => this.#repeat();
      case commands.reversal:
        return () => this.#reverse(data.subarray(PASSWORD_BYTES));
      case commands.endOfDay:
        return () => this.#sums();
      case commands.statusEnquiry:
      case commands.initialisation:
      case commands.diagnosis:
        return () => this.#complete([[field.status, Uint8Array.of(result.done)]]);
      case commands.logOff:
        return async () => undefined;
      default:
        return undefined;
    }
  }

  async #pay(data: Uint8Array): Promise<unknown> {
    const { payments, register } = this.#parts;
    const fields = readFields(data);
    const amountCents = fromBcd(fields?.get(field.amount) ?? new Uint8Array());
    if (fields === undefined || !amountCents) return this.#abort(result.unreadable);
    if ((fromBcd(fields.get(field.currency) ?? toBcd(EUR, 2)) ?? 0) !== EUR) return this.#abort(result.otherCurrency);
    const last = await payments.last(register);
    if (last !== undefined && this.#mayBeUntold(last)) return this.#abort(result.busy);
    const key = `zvt-${numberOf(last?.key) + 1}`;
    await payments.charge(register, key, { amountCents, currency: 'EUR' });
    return this.#follow(key);
  }

  /** A payment that goes on is followed to its end: the line broke, and nobody has told the register. */
  async #repeat(): Promise<unknown> {
    const last = await this.#parts.payments.last(this.#parts.register);
    if (last === undefined) return this.#abort(result.failed);
    return this.#follow(last.key);
  }

  async #follow(key: string): Promise<void> {
    const payment = await this.#until(key, ({ final }) => final);
    const outcome = payment.state === 'paid' ? result.done : endOf(payment);
    await this.#tell(payment, outcome);
    const isTold = await (outcome === result.done ? this.#complete([]) : this.#abort(outcome));
    if (isTold) this.#told.key = key;
  }

  /** A register whose line broke would charge once more what has been paid: it asks with *repeat receipt* first. */
  #mayBeUntold({ key, state, endedAt }: RegisterPayment): boolean {
    if (state !== 'paid' || endedAt === undefined || this.#told.key === key) return false;
    return this.#parts.clock.now() - Date.parse(endedAt) < UNTOLD_MS;
  }

  /** The whole of a payment goes back, by the number on its receipt. */
  async #reverse(data: Uint8Array): Promise<unknown> {
    const { payments, register } = this.#parts;
    const receipt = fromBcd(readFields(data)?.get(field.receipt) ?? new Uint8Array());
    const last = numberOf((await payments.last(register))?.key);
    if (receipt === undefined || last === 0) return this.#abort(result.noReversal);
    const number = last - ((((last - receipt) % RECEIPTS) + RECEIPTS) % RECEIPTS);
    const key = `zvt-${number}`;
    const before = await payments.get(register, key);
    const refundKey = reversalKey(before);
    await payments.refund(register, key, refundKey, { amountCents: before.amountCents });
    const reversal = ({ refunds }: RegisterPayment) => refunds.find((refund) => refund.refundKey === refundKey);
    const payment = await this.#until(key, (now) => reversal(now)?.final === true);
    if (reversal(payment)?.state !== 'refunded') return this.#abort(result.noReversal);
    await this.#tell(payment, result.done);
    return this.#complete([]);
  }

  /** The shift goes on: a manager closes it at the till. */
  async #sums(): Promise<void> {
    const cents = await this.#parts.shift();
    const sum = [field.amount, toBcd(Math.max(0, cents), 6)] as const;
    await this.#deliver(commands.statusInformation, [[field.result, Uint8Array.of(result.done)], sum, currency]);
    await this.#complete([]);
  }

  /** Tells the register now and then that it goes on. Rejects once the line has ended. */
  async #until(key: string, isOver: (payment: RegisterPayment) => boolean): Promise<RegisterPayment> {
    const { payments, register } = this.#parts;
    const { signal } = this.#ended;
    this.#key = key;
    try {
      for (let payment = await payments.get(register, key); ; ) {
        if (isOver(payment)) return payment;
        if (this.#wantsProgress) await this.#send(commands.intermediateStatus, progressOf(payment));
        payment = await payments.changed(register, key, payment.rev, PROGRESS_EVERY_MS, signal);
        signal.throwIfAborted();
      }
    } finally {
      this.#key = undefined;
    }
  }

  /** A wish: the payment ends as cancelled or as paid, and that is told to the register then. */
  #cancel(): void {
    this.#confirm();
    if (this.#key !== undefined)
      this.#parts.payments.cancel(this.#parts.register, this.#key).catch((thrown: unknown) => {
        this.#parts.log.warn(toTillError(thrown));
      });
  }

  #tell(payment: RegisterPayment, outcome: number): Promise<boolean> {
    const { key, amountCents, training, paymentId, reference } = payment;
    const number = numberOf(key);
    const at = new Date(payment.paidAt ?? this.#parts.clock.now());
    const two = (value: number) => String(value).padStart(2, '0');
    const text = [training ? 'TRAINING' : [], paymentId ?? [], reference].flat().join(' ');
    return this.#deliver(commands.statusInformation, [
      [field.result, Uint8Array.of(outcome)],
      [field.amount, toBcd(amountCents, 6)],
      currency,
      [field.trace, toBcd(number % 1_000_000, 3)],
      [field.time, Buffer.from(two(at.getHours()) + two(at.getMinutes()) + two(at.getSeconds()), 'hex')],
      [field.date, Buffer.from(two(at.getMonth() + 1) + two(at.getDate()), 'hex')],
      [field.receipt, toBcd(number % RECEIPTS, 2)],
      [field.text, Buffer.from(text.slice(0, TEXT_LENGTH), 'latin1')],
    ]);
  }

  async #failed(thrown: unknown): Promise<void> {
    if (this.#ended.signal.aborted) return;
    const error = toTillError(thrown);
    this.#parts.log.warn(error);
    await this.#abort(codeOf(error.code));
  }

  #complete(fields: Parameters<typeof writeFields>[0]): Promise<boolean> {
    return this.#deliver(commands.completion, fields);
  }

  #abort(code: number): Promise<boolean> {
    return this.#send(commands.abort, Uint8Array.of(code));
  }

  #deliver(command: number, fields: Parameters<typeof writeFields>[0]): Promise<boolean> {
    return this.#send(command, writeFields(fields));
  }

  /** Resolves with true once the register has confirmed it, with false when it has had the time to. */
  async #send(command: number, data: Uint8Array): Promise<boolean> {
    const { signal } = this.#ended;
    signal.throwIfAborted();
    const confirmed = Promise.withResolvers<boolean>();
    const stop = this.#parts.clock.after(CONFIRMED_WITHIN_MS, () => confirmed.resolve(false));
    this.#confirmed = () => confirmed.resolve(true);
    this.#line.write(encode({ command, data }));
    const isConfirmed = await confirmed.promise;
    stop();
    return isConfirmed;
  }

  #confirm(): void {
    this.#line.write(encode({ command: commands.acknowledged, data: new Uint8Array() }));
  }
}

/** The number on a receipt has four digits, and begins anew after them. */
const RECEIPTS = 10_000;

const currency = [field.currency, toBcd(EUR, 2)] as const;

/** The same while it may still be made, or was; a new one where it is sure that no money went back. */
function reversalKey({ refunds }: RegisterPayment): string {
  const tried = refunds.filter(({ refundKey }) => refundKey?.startsWith('reversal'));
  const standing = tried.find(({ final, state }) => !final || state === 'refunded');
  return standing?.refundKey ?? `reversal-${tried.length + 1}`;
}

function numberOf(key: string | undefined): number {
  return Number(key?.replace('zvt-', '') ?? 0);
}

function progressOf({ state }: RegisterPayment): Uint8Array {
  return Uint8Array.of(state === 'waiting' || state === 'scanned' ? INSTRUCTIONS : WAIT);
}

function endOf({ state }: RegisterPayment): number {
  return state === 'cancelled' || state === 'expired' ? result.aborted : result.failed;
}

function codeOf(code: string): number {
  if (code === 'register.busy') return result.busy;
  if (code === 'register.above-maximum') return result.aboveMaximum;
  return code.startsWith('refund.') || code.startsWith('register.') ? result.noReversal : result.other;
}
