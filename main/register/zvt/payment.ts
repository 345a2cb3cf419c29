import { sleep } from '../../base/clock.ts';
import { toTillError } from '../../base/till-error.ts';
import type { RegisterPayment } from '../register-payment.ts';
import { field, fromBcd } from './fields.ts';
import { type Answer, T3_MS } from './line.ts';
import type { ZvtParts } from './parts.ts';
import { isEuro } from './registration.ts';
import { codeOf, result, resultOf } from './results.ts';
import { LineLost, type Run } from './run.ts';
import { isAccepted, reversalOf } from './settlement.ts';
import { statusOf } from './status.ts';

/** A register that answers `84 9C` has the status information again after this time (PA00P015, section 2.2.6). */
const STATUS_AGAIN_MS = 2_000;
const NO_RECEIPT = 0x02;

type Refused = Extract<Answer, { kind: 'refused' }>;

/** `06 01`, and what the register asks about its payment afterwards: `06 20`, and `06 B0` on another line. */
export class PaymentCommands {
  readonly #parts: ZvtParts;

  constructor(parts: ZvtParts) {
    this.#parts = parts;
  }

  async pay(run: Run): Promise<void> {
    const { payments, register, receiptNumbers, unconfirmed, settlement, random } = this.#parts;
    const amountCents = fromBcd(run.fields.get(field.amount) ?? new Uint8Array());
    if (!amountCents) return run.abort(result.unreadable);
    if (!isEuro(run.currency)) return run.abort(result.otherCurrency);
    if (this.#parts.isTrainingAlone()) {
      this.#parts.alarms.training();
      return run.abort(result.notRegistered);
    }
    if (await settlement.isOpen()) return run.abort(result.busy);
    if (run.isAborted) return run.abort(result.aborted);
    run.requireLine();
    const receiptNumber = receiptNumbers.take();
    if (receiptNumber === undefined) return run.abort(result.notReady);
    const [key, before] = [random.uuid(), unconfirmed.last];
    unconfirmed.beginPayment(key);
    try {
      await payments.charge(register, key, { amountCents, currency: 'EUR', receiptNumber });
    } catch (thrown) {
      unconfirmed.takeBack(key, before);
      receiptNumbers.giveBack(receiptNumber);
      this.#parts.log.warn(toTillError(thrown));
      return run.abort(codeOf(toTillError(thrown).code));
    }
    run.key = key;
    if (run.isAborted) await this.cancel(key);
    const payment = await this.#ended(run, key);
    if (payment.state !== 'paid') return this.#reportUnpaid(run, payment);
    await this.#reportPaid(run, payment);
  }

  /** The end of the last payment, once it has one (PA00P015, section 2.20). */
  async repeat(run: Run): Promise<void> {
    const { payments, register, unconfirmed, settlement } = this.#parts;
    const last = await payments.last(register);
    if (last === undefined) return run.abort(result.failed);
    // The register's last payment is in another journal: an earlier one would be taken for it.
    if ((unconfirmed.last ?? last.key) !== last.key) return run.abort(result.noReversal);
    run.key = last.key;
    if (run.isAborted) await this.cancel(last.key);
    const payment = await this.#ended(run, last.key);
    if (payment.state !== 'paid') return this.#reportUnpaid(run, payment);
    const answer = await run.status(this.#statusOf(run, payment, result.done));
    if (answer.kind === 'none') {
      run.line.end();
      throw new LineLost();
    }
    if (answer.kind === 'accepted') settlement.confirm(payment.key);
    else this.#logRefused(answer);
    await this.#print(run, payment);
    run.complete();
  }

  /** A request: the payment ends as cancelled or as paid. */
  async cancel(key: string): Promise<void> {
    const { payments, register, log } = this.#parts;
    await payments.cancel(register, key).catch((thrown: unknown) => log.warn(toTillError(thrown)));
  }

  /** Follows a payment to its end, and asks for a cancel before T4 runs out. */
  #ended(run: Run, key: string): Promise<RegisterPayment> {
    return follow(this.#parts, run, { key, isOver: ({ final }) => final, beforeT4: () => this.cancel(key) });
  }

  /** Nothing is payable any more. */
  async #reportUnpaid(run: Run, payment: RegisterPayment): Promise<void> {
    this.#parts.settlement.confirm(payment.key);
    const outcome = resultOf(payment);
    const answer = await run.status(this.#statusOf(run, payment, outcome));
    if (answer.kind === 'none') return run.line.end();
    if (answer.kind === 'refused') this.#logRefused(answer);
    await this.#print(run, payment);
    run.abort(outcome);
  }

  /** The result of a running payment, which the register takes, refuses, or asks for again (PA00P015, section 2.2.6). */
  async #reportPaid(run: Run, payment: RegisterPayment): Promise<void> {
    const { settlement, clock } = this.#parts;
    const [goodsSeconds] = run.fields.get(field.goodsTimeout) ?? [];
    const within = goodsSeconds === undefined ? T3_MS : goodsSeconds * 1_000;
    const [most = Number.POSITIVE_INFINITY] = run.fields.get(field.mostStatus) ?? [];
    for (let waits = 0; ; waits += 1) {
      const answer = await run.status(this.#statusOf(run, payment, result.done), within);
      if (answer.kind === 'none') {
        settlement.raise(payment, 'unconfirmed');
        return run.line.end();
      }
      const isWait = answer.kind === 'refused' && answer.code === result.busy;
      if (isWait && waits < most) {
        await sleep(clock, STATUS_AGAIN_MS);
        continue;
      }
      if (answer.kind === 'refused' && answer.code !== result.partialGoods) return this.#reverse(run, payment, answer);
      settlement.confirm(payment.key);
      if (answer.kind === 'refused') settlement.raisePartialGoods(payment, fromBcd(answer.data.subarray(1, 7)) ?? 0);
      await this.#print(run, payment);
      return run.complete();
    }
  }

  /** The register did not take the payment: it goes back within the register's limit, or a person decides. */
  async #reverse(run: Run, payment: RegisterPayment, refused: Refused): Promise<void> {
    const { payments, register, receiptNumbers, settlement, log } = this.#parts;
    const { key, amountCents } = payment;
    this.#logRefused(refused);
    const trace = receiptNumbers.take();
    try {
      await payments.refund(register, key, `reversal-${trace ?? payment.refunds.length}`, { amountCents });
    } catch (thrown) {
      log.warn(toTillError(thrown));
      settlement.raise(payment, 'not-reversed');
      return run.abort(result.failed);
    }
    const isOver = (now: RegisterPayment) => isAccepted(reversalOf(now)) || reversalOf(now)?.final === true;
    const after = await follow(this.#parts, run, { key, isOver, beforeT4: async () => undefined });
    if (!isAccepted(reversalOf(after))) {
      settlement.raise(payment, 'not-reversed');
      return run.abort(result.failed);
    }
    settlement.confirm(key);
    if (refused.code === result.busy) await run.status([[field.result, Uint8Array.of(result.aborted)]]);
    run.abort(result.aborted);
  }

  #statusOf(run: Run, payment: RegisterPayment, outcome: number) {
    const { paidAt, endedAt, receiptNumber, amountCents } = payment;
    const at = Date.parse(paidAt ?? endedAt ?? '') || this.#parts.clock.now();
    return statusOf(run, this.#parts.terminalId, payment, {
      outcome,
      amountCents,
      at,
      trace: receiptNumber,
      receiptNumber,
    });
  }

  async #print(run: Run, payment: RegisterPayment): Promise<void> {
    const [service = 0] = run.fields.get(field.service) ?? [];
    if ((service & NO_RECEIPT) === 0) await run.print(payment.receipt.lines);
  }

  #logRefused({ code }: Refused): void {
    this.#parts.log.info('The register refused the result of a payment', { code: code.toString(16) });
  }
}

interface Followed {
  readonly key: string;
  isOver(payment: RegisterPayment): boolean;
  /** The time to end the payment before T4 runs out. */
  beforeT4(): Promise<void>;
}

/** Reports progress until a payment is as wanted. Rejects with `LineLost`. */
export async function follow({ settlement }: ZvtParts, run: Run, followed: Followed): Promise<RegisterPayment> {
  const { key, isOver, beforeT4 } = followed;
  for (;;) {
    const payment = await settlement.read(key).catch((thrown: unknown) => {
      // Another journal is open: the outcome is unknown here, which is no failure to report.
      run.line.end();
      throw new LineLost('The journal has no such payment', { cause: thrown });
    });
    run.requireLine();
    if (payment !== undefined && isOver(payment)) return payment;
    if (await run.keepAlive()) await beforeT4();
    else await settlement.changed(key, payment, run.pause, run.line.ended);
  }
}
