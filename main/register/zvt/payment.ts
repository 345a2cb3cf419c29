import { sleep } from '../../base/clock.ts';
import { toTillError } from '../../base/till-error.ts';
import type { RegisterPayment } from '../register-payment.ts';
import { field, fromBcd } from './fields.ts';
import { type Answer, T3_MS } from './line.ts';
import { isEuro } from './registration.ts';
import { codeOf, result, resultOf, statusOf } from './results.ts';
import { LineLost, type Run } from './run.ts';
import { isAccepted, reversalOf, type Settlement, type ZvtParts } from './settlement.ts';

/** A register that answers `84 9C` gets the status information again after this time (PA00P015, section 2.2.6). */
const STATUS_AGAIN_MS = 2_000;
const NO_RECEIPT = 0x02;

type Refused = Extract<Answer, { kind: 'refused' }>;

/** `06 01` and its follow-ups: `06 20`, and `06 B0` on a new line. */
export class PaymentCommands {
  readonly #parts: ZvtParts;
  readonly #settlement: Settlement;

  constructor(parts: ZvtParts, settlement: Settlement) {
    this.#parts = parts;
    this.#settlement = settlement;
  }

  async pay(run: Run): Promise<void> {
    const { payments, register, receiptNumbers, unconfirmed, random } = this.#parts;
    const amountCents = fromBcd(run.fields.get(field.amount) ?? new Uint8Array());
    if (!amountCents) return run.abort(result.unreadable);
    if (isRefused(this.#parts, run)) return;
    if (await this.#settlement.isOpen()) return run.abort(result.busy);
    if (run.isAborted) return run.abort(result.aborted);
    run.requireLine();
    const receiptNumber = receiptNumbers.take();
    if (receiptNumber === undefined) return run.abort(result.notReady);
    const [key, before] = [random.uuid(), unconfirmed.last];
    unconfirmed.begin(key, key);
    try {
      await payments.charge(register, key, { amountCents, currency: 'EUR', receiptNumber });
    } catch (thrown) {
      unconfirmed.settle(key, before);
      receiptNumbers.giveBack(receiptNumber);
      this.#parts.log.warn(toTillError(thrown));
      return run.abort(codeOf(toTillError(thrown).code));
    }
    const payment = await this.#ended(run, key);
    if (payment.state === 'paid') await this.#reportPaid(run, payment);
    else await this.#reportUnpaid(run, payment);
  }

  /** PA00P015, section 2.20. */
  async repeat(run: Run): Promise<void> {
    const { payments, register, unconfirmed } = this.#parts;
    const last = await payments.last(register);
    if (last === undefined) return run.abort(result.failed);
    // The newest payment is in another journal, so an earlier payment must not be reported instead.
    if ((unconfirmed.last ?? last.key) !== last.key) return run.abort(result.noReversal);
    const payment = await this.#ended(run, last.key);
    if (payment.state !== 'paid') return this.#reportUnpaid(run, payment);
    if (await run.report(this.#statusOf(run, payment, result.done))) this.#settlement.confirm(payment.key);
    await this.#print(run, payment);
    run.complete();
  }

  async cancel(key: string): Promise<void> {
    const { payments, register, log } = this.#parts;
    await payments.cancel(register, key).catch((thrown: unknown) => log.warn(toTillError(thrown)));
  }

  /** Requests a cancel before T4 runs out. */
  async #ended(run: Run, key: string): Promise<RegisterPayment> {
    run.key = key;
    if (run.isAborted) await this.cancel(key);
    return follow(
      this.#settlement,
      run,
      key,
      ({ final }) => final,
      () => this.cancel(key),
    );
  }

  async #reportUnpaid(run: Run, payment: RegisterPayment): Promise<void> {
    this.#settlement.confirm(payment.key);
    const outcome = resultOf(payment);
    await run.report(this.#statusOf(run, payment, outcome));
    await this.#print(run, payment);
    run.abort(outcome);
  }

  /** The register accepts, refuses, or requests the result again (PA00P015, section 2.2.6). */
  async #reportPaid(run: Run, payment: RegisterPayment): Promise<void> {
    const settlement = this.#settlement;
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
        await sleep(this.#parts.clock, STATUS_AGAIN_MS);
        continue;
      }
      if (answer.kind === 'refused' && answer.code !== result.partialGoods) return this.#reverse(run, payment, answer);
      settlement.confirm(payment.key);
      if (answer.kind === 'refused') this.#partialGoods(payment, answer);
      await this.#print(run, payment);
      return run.complete();
    }
  }

  #partialGoods({ key, reference, amountCents }: RegisterPayment, { data }: Refused): void {
    const goodsCents = fromBcd(data.subarray(1, 7)) ?? 0;
    this.#parts.alarms.raise({ key, reference, amountCents, why: 'partial-goods', goodsCents });
  }

  /** Refunds within the register's limit; otherwise raises an alarm for the cashier. */
  async #reverse(run: Run, payment: RegisterPayment, refused: Refused): Promise<void> {
    const { payments, register, receiptNumbers, log } = this.#parts;
    const { key, amountCents } = payment;
    run.logRefused(refused);
    const isOver = (now: RegisterPayment) => isAccepted(reversalOf(now)) || reversalOf(now)?.final === true;
    try {
      const refundKey = `reversal-${receiptNumbers.take() ?? payment.refunds.length}`;
      await payments.refund(register, key, refundKey, { amountCents });
      const after = await follow(this.#settlement, run, key, isOver);
      if (!isAccepted(reversalOf(after))) throw new Error('The service refused the reversal');
    } catch (thrown) {
      if (thrown instanceof LineLost) throw thrown;
      log.warn(toTillError(thrown));
      this.#settlement.raise(payment, 'not-reversed');
      return run.abort(result.failed);
    }
    this.#settlement.confirm(key);
    if (refused.code === result.busy) await run.status([[field.result, Uint8Array.of(result.aborted)]]);
    run.abort(result.aborted);
  }

  #statusOf(run: Run, payment: RegisterPayment, outcome: number) {
    const { terminalId, clock } = this.#parts;
    const at = Date.parse(payment.paidAt ?? payment.endedAt ?? '') || clock.now();
    return statusOf(payment, { outcome, at, terminalId, euro: run.euro });
  }

  async #print(run: Run, payment: RegisterPayment): Promise<void> {
    const [service = 0] = run.fields.get(field.service) ?? [];
    if ((service & NO_RECEIPT) === 0) await run.print(payment.receipt.lines);
  }
}

/** Returns true after refusing a command for its currency, or because the till is in training. */
export function isRefused({ isTrainingAlone, alarms }: ZvtParts, run: Run): boolean {
  const isTraining = isTrainingAlone();
  if (!isEuro(run.currency)) run.abort(result.otherCurrency);
  else if (isTraining) {
    alarms.training();
    run.abort(result.notRegistered);
  } else return false;
  return true;
}

/** `beforeT4` ends the payment in time. Rejects with `LineLost`. */
export async function follow(
  settlement: Settlement,
  run: Run,
  key: string,
  isOver: (payment: RegisterPayment) => boolean,
  beforeT4?: () => Promise<void>,
): Promise<RegisterPayment> {
  try {
    for await (const payment of settlement.follow(key, run.line.ended, () => run.pause)) {
      run.requireLine();
      if (payment !== undefined && isOver(payment)) return payment;
      if (await run.keepAlive()) await beforeT4?.();
    }
  } catch (thrown) {
    // Another journal is open: the outcome is unknown, so no failure may be reported.
    run.line.end();
    throw new LineLost('Payment not followed', { cause: thrown });
  }
  throw new LineLost();
}
