import { toTillError } from '../../base/till-error.ts';
import type { RegisterPayment } from '../register-payment.ts';
import { field, fromBcd } from './fields.ts';
import { follow, isRefused } from './payment.ts';
import { codeOf, result, statusOf } from './results.ts';
import type { Run } from './run.ts';
import { reversalOf, type Settlement, type ZvtParts } from './settlement.ts';

interface Asked {
  readonly payment: RegisterPayment;
  readonly amountCents: number;
  readonly kind: 'reversal' | 'refund';
  /** Key of the same refund from an earlier command. */
  readonly before: string | undefined;
}

/** `06 30`, the whole of a payment, and `06 31`, a part. The register identifies the payment by its receipt number. */
export class RefundCommands {
  readonly #parts: ZvtParts;
  readonly #settlement: Settlement;

  constructor(parts: ZvtParts, settlement: Settlement) {
    this.#parts = parts;
    this.#settlement = settlement;
  }

  /** The amount, if sent, must equal the payment's (PA00P015, section 2.9). */
  async reverse(run: Run): Promise<void> {
    const payment = await this.#payment(run);
    if (payment === undefined) return;
    const { amountCents } = payment;
    if ((this.#amount(run) ?? amountCents) !== amountCents) return run.abort(result.noReversal);
    const before = reversalOf(payment);
    const isSame = before !== undefined && (!before.final || before.state === 'refunded');
    await this.#refund(run, { payment, amountCents, kind: 'reversal', before: isSame ? before.refundKey : undefined });
  }

  /** The receipt number (BMP 87) is our addition: the standard has no field for the payment. */
  async refundPart(run: Run): Promise<void> {
    const payment = await this.#payment(run);
    if (payment === undefined) return;
    const amountCents = this.#amount(run);
    if (!amountCents) return run.abort(result.unreadable);
    // After a lost line the register repeats its command, so the unconfirmed refund is reused.
    const before = payment.refunds.findLast(
      ({ refundKey, amountCents: amount, final, state }) =>
        refundKey?.startsWith('refund-') &&
        amount === amountCents &&
        (!final || state === 'refunded') &&
        this.#parts.unconfirmed.has(nameOf(payment.key, refundKey)),
    );
    await this.#refund(run, { payment, amountCents, kind: 'refund', before: before?.refundKey });
  }

  /** Undefined after refusing the command. */
  async #payment(run: Run): Promise<RegisterPayment | undefined> {
    const { payments, register } = this.#parts;
    if (isRefused(this.#parts, run)) return undefined;
    const receiptNumber = fromBcd(run.fields.get(field.receipt) ?? new Uint8Array());
    const payment = receiptNumber && (await payments.byReceipt(register, receiptNumber));
    if (!payment) return void run.abort(result.noReversal);
    return payment;
  }

  #amount(run: Run): number | undefined {
    const amount = run.fields.get(field.amount);
    return amount && (fromBcd(amount) ?? 0);
  }

  async #refund(run: Run, { payment: { key }, amountCents, kind, before }: Asked): Promise<void> {
    const { payments, register, receiptNumbers, random, unconfirmed, log, terminalId, clock } = this.#parts;
    run.requireLine();
    // A number of the receipt sequence, reported as the refund's trace.
    const number = before === undefined ? receiptNumbers.take() : undefined;
    const refundKey = before ?? `${kind}-${number ?? random.uuid()}`;
    const name = nameOf(key, refundKey);
    unconfirmed.begin(name);
    try {
      await payments.refund(register, key, refundKey, { amountCents });
    } catch (thrown) {
      unconfirmed.settle(name);
      if (number !== undefined) receiptNumbers.giveBack(number);
      log.warn(toTillError(thrown));
      return run.abort(codeOf(toTillError(thrown).code));
    }
    const refundOf = ({ refunds }: RegisterPayment) => refunds.find((refund) => refund.refundKey === refundKey);
    const isOver = (now: RegisterPayment) => refundOf(now)?.final === true;
    const payment = await follow(this.#settlement, run, key, isOver);
    if (refundOf(payment)?.state !== 'refunded') {
      unconfirmed.settle(name);
      return run.abort(result.noReversal);
    }
    const [, trace] = /-(\d{1,4})$/.exec(refundKey) ?? [];
    const refund = { amountCents, trace: trace === undefined ? undefined : Number(trace) };
    const { euro } = run;
    await run.report(statusOf(payment, { outcome: result.done, at: clock.now(), terminalId, euro, refund }));
    unconfirmed.settle(name);
    await run.print(payment.receipt.lines);
    run.complete();
  }
}

function nameOf(key: string, refundKey: string | undefined): string {
  return `${key}/${refundKey}`;
}
