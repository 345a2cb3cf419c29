import type { Choices } from '../open-points.ts';
import { DAY_MS, dateTime } from './dates.ts';
import { maskedIban, UNKNOWN_IBAN } from './debtors.ts';
import type { CallbackOrder, CallbackOutcome, EngineContext } from './engine-context.ts';
import { hexId } from './ids.ts';
import type { PaymentRecord } from './records.ts';
import { inChosenForm } from './response-form.ts';

/** Repeats of an unanswered callback (docs/service.md, Limits). */
const MOST_RETRIES = 3;
/** All calls of a synchronous callback (docs/service.md, What public sources show). */
const SYNCHRONOUS_CALLS = 3;
const LONGEST_PAUSE_MS = 3_600_000;
/** Response statuses for which public sources name a repeat. */
const PUBLISHED_RETRIES: readonly number[] = [429, 500, 503, 504, 509];

export function notifyMerchant(context: EngineContext, payment: PaymentRecord): void {
  const order = orderFor(context, payment);
  if (order && wantsCallback(context, payment, order.kind)) dispatch(context, payment, order);
}

/** Calls `settle` once: true for a 200, false after the last attempt. Returns false without a callback URL. */
export function askMerchant(
  context: EngineContext,
  payment: PaymentRecord,
  settle: (accepted: boolean) => void,
): boolean {
  const order = orderFor(context, payment);
  if (!order) return false;
  const again = ({ status }: CallbackOutcome, calls: number) =>
    status === undefined && calls < SYNCHRONOUS_CALLS ? context.choices.callbackRetryMs : undefined;
  call(context, order, again, (outcome) => settle(outcome.status === 200));
  return true;
}

function orderFor(context: EngineContext, payment: PaymentRecord): CallbackOrder | undefined {
  const { paymentId, profileId, status } = payment;
  const kind = status === 'IDENTIFIED' ? 'identify' : 'payout';
  const url = kind === 'identify' ? payment.identifyCallbackUrl : payment.callbackUrl;
  if (url === undefined || (!payment.debtor && context.choices.callbackDebtor === 'no-callback')) return undefined;
  const body = JSON.stringify(inChosenForm(context.choices, payload(context, payment)));
  return { callbackId: hexId(context.random), paymentId, profileId, kind, status, url, body };
}

function wantsCallback(context: EngineContext, payment: PaymentRecord, kind: CallbackOrder['kind']): boolean {
  if (kind === 'identify' || context.choices.callbackOn === 'every-change') return true;
  return payment.status === 'SUCCEEDED' || (payment.status === 'CANCELLED' && payment.posId !== undefined);
}

function dispatch(context: EngineContext, payment: PaymentRecord, order: CallbackOrder): void {
  const { repeat, shuffleMs } = context.callbackFaults;
  for (let copy = 0; copy <= repeat; copy += 1) {
    const go = () => call(context, order, repeats(context, payment, order), () => undefined);
    if (shuffleMs > 0)
      context.scheduler.schedule(context.clock.now() + Math.floor(context.random.next() * shuffleMs), go);
    else go();
  }
}

/** Returns the pause in ms before the next call, or undefined to stop. */
type Repeats = (outcome: CallbackOutcome, calls: number) => number | undefined;

function call(
  context: EngineContext,
  order: CallbackOrder,
  again: Repeats,
  settled: (outcome: CallbackOutcome) => void,
  calls = 1,
): void {
  const { callbackFaults, send, scheduler, clock } = context;
  const onOutcome = (outcome: CallbackOutcome) => {
    const pauseMs = again(outcome, calls);
    if (pauseMs === undefined) return settled(outcome);
    scheduler.schedule(clock.now() + pauseMs, () => call(context, order, again, settled, calls + 1));
  };
  if (callbackFaults.drop === 0) {
    send(order, onOutcome);
  } else {
    callbackFaults.drop -= 1;
    onOutcome({});
  }
}

function repeats(context: EngineContext, payment: PaymentRecord, order: CallbackOrder): Repeats {
  const { choices, clock } = context;
  const until = clock.now() + DAY_MS;
  return ({ status }, calls) => {
    if (!isToRepeat(choices.callbackRetryOn, status)) return undefined;
    if (choices.callbackRepeated === 'three-times') {
      return mayCallAgain(context, payment, order, calls) ? choices.callbackRetryMs : undefined;
    }
    const pauseMs = Math.min(choices.callbackRetryMs * 2 ** (calls - 1), LONGEST_PAUSE_MS);
    return clock.now() + pauseMs <= until ? pauseMs : undefined;
  };
}

function mayCallAgain(context: EngineContext, payment: PaymentRecord, { kind }: CallbackOrder, calls: number): boolean {
  if (context.choices.callbackLimit === 'notification') return calls <= MOST_RETRIES;
  const before = payment.calledAgain?.[kind] ?? 0;
  if (before >= MOST_RETRIES) return false;
  payment.calledAgain = { ...payment.calledAgain, [kind]: before + 1 };
  context.changed();
  return true;
}

function isToRepeat(on: Choices['callbackRetryOn'], status: number | undefined): boolean {
  if (status === undefined) return true;
  if (on === 'published') return PUBLISHED_RETRIES.includes(status);
  return on === 'not-2xx' && (status < 200 || status > 299);
}

/** docs/service.md, Callback payload. */
function payload({ choices }: EngineContext, payment: PaymentRecord): object {
  const { debtor } = payment;
  const unknown = choices.callbackDebtor === 'absent' ? undefined : { iban: maskedIban(choices, UNKNOWN_IBAN) };
  return {
    paymentId: payment.paymentId,
    currency: 'EUR',
    amount: payment.amount,
    description: payment.description,
    reference: payment.reference,
    createdAt: dateTime(payment.createdAt),
    expireAt: choices.optionalMembers === 'left-out' ? undefined : dateTime(payment.expireAt),
    succeededAt: payment.succeededAt === undefined ? undefined : dateTime(payment.succeededAt),
    status: payment.status,
    debtor: debtor ? { name: debtor.name, iban: maskedIban(choices, debtor.iban) } : unknown,
  };
}
