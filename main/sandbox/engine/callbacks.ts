import { dateTime } from './dates.ts';
import { maskedIban, UNKNOWN_IBAN } from './debtors.ts';
import type { CallbackOrder, CallbackOutcome, EngineContext } from './engine-context.ts';
import { hexId } from './ids.ts';
import type { PaymentRecord } from './records.ts';

/** Calls after the first one, while nobody answers (docs/service.md, Limits). */
const MOST_RETRIES = 3;

export function notifyMerchant(context: EngineContext, payment: PaymentRecord): void {
  const order = orderFor(context, payment);
  if (order && wantsCallback(context, payment, order.kind)) dispatch(context, payment, order);
}

/**
 * Sends a synchronous callback. `settle` is called once, with whether the merchant accepts the payment (200), after an
 * answer or the last attempt. Returns false where the merchant gave no URL.
 */
export function askMerchant(
  context: EngineContext,
  payment: PaymentRecord,
  settle: (accepted: boolean) => void,
): boolean {
  const order = orderFor(context, payment);
  if (!order) return false;
  attempt(context, payment, order, (outcome) => settle(outcome.status === 200));
  return true;
}

function orderFor(context: EngineContext, payment: PaymentRecord): CallbackOrder | undefined {
  const { paymentId, profileId, status } = payment;
  const kind = status === 'IDENTIFIED' ? 'identify' : 'payout';
  const url = kind === 'identify' ? payment.identifyCallbackUrl : payment.callbackUrl;
  if (url === undefined || (!payment.debtor && context.choices.callbackDebtor === 'no-callback')) return undefined;
  const body = JSON.stringify(payload(payment));
  return { callbackId: hexId(context.random), paymentId, profileId, kind, status, url, body, attempt: 1 };
}

function wantsCallback(context: EngineContext, payment: PaymentRecord, kind: CallbackOrder['kind']): boolean {
  if (kind === 'identify' || context.choices.callbackOn === 'every-change') return true;
  return payment.status === 'SUCCEEDED' || (payment.status === 'CANCELLED' && payment.posId !== undefined);
}

function dispatch(context: EngineContext, payment: PaymentRecord, order: CallbackOrder): void {
  const { repeat, shuffleMs } = context.callbackFaults;
  for (let copy = 0; copy <= repeat; copy += 1) {
    const go = () => attempt(context, payment, order, () => undefined);
    if (shuffleMs > 0)
      context.scheduler.schedule(context.clock.now() + Math.floor(context.random.next() * shuffleMs), go);
    else go();
  }
}

function attempt(
  context: EngineContext,
  payment: PaymentRecord,
  order: CallbackOrder,
  settled: (outcome: CallbackOutcome) => void,
): void {
  const onOutcome = (outcome: CallbackOutcome) => {
    if (isResponse(context, outcome)) return settled(outcome);
    const again = mayCallAgain(context, payment, order);
    context.changed();
    if (!again) return settled({});
    context.scheduler.schedule(context.clock.now() + context.choices.callbackRetryMs, () =>
      attempt(context, payment, { ...order, attempt: order.attempt + 1 }, settled),
    );
  };
  const { callbackFaults, send } = context;
  if (callbackFaults.drop === 0) {
    send(order, onOutcome);
  } else {
    callbackFaults.drop -= 1;
    onOutcome({});
  }
}

function mayCallAgain(context: EngineContext, payment: PaymentRecord, { kind, attempt }: CallbackOrder): boolean {
  if (context.choices.callbackLimit === 'notification') return attempt <= MOST_RETRIES;
  const before = payment.calledAgain?.[kind] ?? 0;
  if (before >= MOST_RETRIES) return false;
  payment.calledAgain = { ...payment.calledAgain, [kind]: before + 1 };
  return true;
}

function isResponse(context: EngineContext, { status }: CallbackOutcome): boolean {
  if (status === undefined) return false;
  return context.choices.callbackRetryOn === 'no-answer' || (status >= 200 && status <= 299);
}

/** docs/service.md, Callback payload. */
function payload(payment: PaymentRecord): object {
  const { debtor } = payment;
  return {
    paymentId: payment.paymentId,
    currency: 'EUR',
    amount: payment.amount,
    description: payment.description,
    reference: payment.reference,
    createdAt: dateTime(payment.createdAt),
    expireAt: dateTime(payment.expireAt),
    succeededAt: payment.succeededAt === undefined ? undefined : dateTime(payment.succeededAt),
    status: payment.status,
    debtor: debtor ? { name: debtor.name, iban: maskedIban(debtor.iban) } : { iban: UNKNOWN_IBAN },
  };
}
