import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { toTillError } from '../../base/till-error.ts';
import { listenError } from '../../callback/guarded-server.ts';
import { LISTEN_CODES } from '../registers.ts';
import { field, fromBcd, toBcd, writeFields } from './fields.ts';
import { commands, type Frame, messages, REFUSED } from './frames.ts';
import { ZvtLine } from './line.ts';
import { PaymentCommands } from './payment.ts';
import { RefundCommands } from './refund.ts';
import { EUR, fieldsOf, isEuro, PASSWORD_BYTES, readRegistration, unregistered } from './registration.ts';
import { codeOf, momentOf, result } from './results.ts';
import { LineLost, Run } from './run.ts';
import { Settlement, type ZvtParts } from './settlement.ts';

type Begin = (run: Run, data: Uint8Array) => Promise<void>;

/** Limit of lines without a valid command: port checks, and other programs on this machine. */
const MOST_LINES = 16;
const MOST_RECEIPTS = 100;
const HOST = '127.0.0.1';
/** The instruction of `84 1E`: a registration in another currency (PA00P015, section 2.1). */
const REGISTRATION_REFUSED = 0x1e;

/** On this machine only. Throws `TillError` `register.port-taken`, `register.listen`. */
export async function listenForZvt(
  terminal: Pick<ZvtTerminal, 'connected' | 'close'>,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((socket) => terminal.connected(socket));
  server.listen({ host: HOST, port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw listenError(cause, { host: HOST, port }, LISTEN_CODES);
  }
  return {
    async close() {
      terminal.close();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Payments continue after the loss of a line. */
export class ZvtTerminal {
  readonly #parts: ZvtParts;
  readonly #settlement: Settlement;
  readonly #payment: PaymentCommands;
  readonly #commands: ReadonlyMap<number, Begin>;
  readonly #closed = new AbortController();
  readonly #lines = new Set<ZvtLine>();
  #line: ZvtLine | undefined;
  #run: Run | undefined;
  #registration = unregistered;

  constructor(parts: ZvtParts) {
    this.#parts = parts;
    this.#settlement = new Settlement(parts);
    this.#payment = new PaymentCommands(parts, this.#settlement);
    this.#commands = commandsOf(parts, this.#payment, new RefundCommands(parts, this.#settlement));
    this.#watch(parts.unconfirmed.last);
  }

  connected(socket: Socket): void {
    const line = new ZvtLine(socket, this.#parts.clock);
    this.#lines.add(line);
    line.on('command', (frame) => this.#take(line, frame)).on('ended', () => this.#lines.delete(line));
    const idle = [...this.#lines].find((other) => other !== this.#line);
    if (this.#lines.size > MOST_LINES) idle?.end();
  }

  close(): void {
    this.#closed.abort();
    for (const line of this.#lines) line.end();
  }

  #take(line: ZvtLine, frame: Frame): void {
    if (line !== this.#line) this.#takeOver(line);
    const isBusy = this.#run?.isOver === false;
    const begin = this.#commands.get(frame.command);
    if (frame.command === commands.abortByRegister) this.#abort(line, isBusy);
    else if (isBusy) refuse(line);
    else if (frame.command === commands.registration) this.#register(line, frame.data);
    else if (frame.command === commands.logOff) {
      this.#registration = unregistered;
      line.write(ACKNOWLEDGED);
    } else if (begin === undefined) refuse(line);
    else {
      line.write(ACKNOWLEDGED);
      this.#begin(line, frame, begin);
    }
  }

  /** The previous line may be a leftover of a register that was switched off. */
  #takeOver(line: ZvtLine): void {
    this.#line?.end();
    this.#line = line;
    this.#run = undefined;
  }

  /** `06 B0` (PA00P015, section 2.23): aborts the running command, or the payment of a lost line. */
  #abort(line: ZvtLine, isBusy: boolean): void {
    line.write(ACKNOWLEDGED);
    const { unconfirmed } = this.#parts;
    if (isBusy && this.#run !== undefined) {
      this.#run.isAborted = true;
      if (this.#run.key !== undefined) void this.#payment.cancel(this.#run.key);
    } else if (unconfirmed.last !== undefined && unconfirmed.has(unconfirmed.last))
      this.#begin(line, { command: commands.abortByRegister, data: new Uint8Array() }, (run) => {
        run.isAborted = true;
        return this.#payment.repeat(run);
      });
  }

  #register(line: ZvtLine, data: Uint8Array): void {
    const { currency, registration } = readRegistration(data);
    const euro = currency === undefined ? [] : toBcd(EUR, 2);
    if (!isEuro(currency)) {
      refuse(line, REGISTRATION_REFUSED, Uint8Array.of(result.otherCurrency, ...euro));
      return;
    }
    this.#registration = registration;
    line.write(ACKNOWLEDGED);
    const completion = writeFields([
      [field.status, Uint8Array.of(result.done)],
      [field.terminalId, this.#parts.terminalId],
      ...(currency === undefined ? [] : [[field.currency, toBcd(EUR, 2)] as const]),
    ]);
    this.#begin(line, { command: commands.registration, data: new Uint8Array() }, async (run) =>
      run.complete(completion),
    );
  }

  #begin(line: ZvtLine, { command, data }: Frame, begin: Begin): void {
    const { clock, log } = this.#parts;
    const fields = fieldsOf(command, data);
    const parts = { line, fields: fields ?? new Map(), registration: this.#registration, clock, log };
    const run = new Run(parts);
    this.#run = run;
    const isUnreadable = fields === undefined && NEEDS_FIELDS.has(command);
    const outcome = isUnreadable ? Promise.resolve(run.abort(result.unreadable)) : begin(run, data);
    outcome
      .catch((thrown: unknown) => {
        if (!(thrown instanceof LineLost)) this.#failed(run, thrown);
      })
      .finally(() => {
        run.finish();
        if (line.ended.aborted) this.#watch(run.key);
      });
  }

  #failed(run: Run, thrown: unknown): void {
    const error = toTillError(thrown);
    this.#parts.log.warn(error);
    // Never report a failure for a payment with an unknown outcome.
    if (run.key === undefined) run.abort(codeOf(error.code));
    else run.line.end();
  }

  #watch(key: string | undefined): void {
    if (key !== undefined) void this.#settlement.watch(key, this.#closed.signal);
  }
}

const ACKNOWLEDGED: Frame = { command: messages.acknowledged, data: new Uint8Array() };
const NEEDS_FIELDS: ReadonlySet<number> = new Set([commands.authorisation, commands.reversal, commands.refund]);

/** Refuses with `84 83 00`: some registers treat `84 9C` as a success (PA00P015, section 2.66). */
function refuse(line: ZvtLine, code: number = result.unknownCommand, data = new Uint8Array()): void {
  line.write({ command: (REFUSED << 8) + code, data });
}

function commandsOf(parts: ZvtParts, payment: PaymentCommands, refunds: RefundCommands): ReadonlyMap<number, Begin> {
  const ready = ['diagnosis', 'initialisation', 'reset', 'selfTest', 'setClock'] as const;
  const sums = ['totals', 'endOfDay', 'partialTotals'] as const;
  return new Map<number, Begin>([
    // The status byte has no field number here (PA00P015, section 2.56.5).
    [commands.statusEnquiry, async (run) => run.complete(Uint8Array.of(result.done))],
    [commands.authorisation, (run) => payment.pay(run)],
    [commands.repeatReceipt, (run) => payment.repeat(run)],
    [commands.reversal, (run) => refunds.reverse(run)],
    [commands.refund, (run) => refunds.refundPart(run)],
    [commands.reprint, (run, data) => reprint(parts, run, data)],
    ...sums.map((name) => [commands[name], (run: Run) => reportSums(parts, run)] as const),
    ...ready.map((name) => [commands[name], async (run: Run) => run.complete()] as const),
  ]);
}

/** `06 10`, `06 50` and `06 52`: the shift so far. The cashier closes the shift at the till. */
async function reportSums({ shift, clock }: ZvtParts, run: Run): Promise<void> {
  const cents = await shift();
  await run.report([
    [field.result, Uint8Array.of(result.done)],
    [field.amount, toBcd(Math.max(0, cents), 6)],
    ...momentOf(clock.now()),
    ...run.euro,
  ]);
  run.complete();
}

/** `06 12`: reprints a range of receipts (PA00P015, section 2.19). */
async function reprint({ payments, register }: ZvtParts, run: Run, data: Uint8Array): Promise<void> {
  const at = (from: number) => fromBcd(data.subarray(PASSWORD_BYTES + from, PASSWORD_BYTES + from + 2));
  const from = at(0);
  const to = at(2) ?? from;
  if (from === undefined || to === undefined) return run.abort(result.unreadable);
  if (to < from || to - from >= MOST_RECEIPTS) return run.abort(result.noReversal);
  let found = 0;
  for (let number = from; number <= to; number += 1) {
    const payment = await payments.byReceipt(register, number);
    if (payment === undefined) continue;
    found += 1;
    await run.print(payment.receipt.lines);
  }
  if (found === 0) return run.abort(result.noReversal);
  run.complete();
}
