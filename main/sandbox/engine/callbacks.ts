import { dateTime } from './dates.ts';
import type { World } from './engine-context.ts';
import { hexId, maskedIban, UNKNOWN_IBAN } from './ids.ts';
import type { PaymentRecord, PaymentStatus } from './records.ts';

/** One call of the merchant's system (spec: Callback). `body` is signed and sent as it is. */
export interface CallbackOrder {
  readonly callbackId: string;
  readonly paymentId: string;
  readonly profileId: string;
  readonly kind: 'identify' | 'payout';
  readonly status: PaymentStatus;
  readonly url: string;
  readonly body: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly synchronous: boolean;
}

/** The merchant's answer; no status when there was none. */
export type CallbackOutcome = { readonly status?: number };

/** Trouble that callbacks can be put into. */
export interface CallbackTrouble {
  /** Times that each callback is sent beyond the first. */
  repeat: number;
  /** Each callback waits a random part of this before it leaves, so that they overtake each other. */
  shuffleMs: number;
  /** The next so many callbacks are never sent, as if nobody had answered. */
  drop: number;
}

export const noTrouble = (): CallbackTrouble => ({ repeat: 0, shuffleMs: 0, drop: 0 });

/** Calls after the first that nobody answered (spec: Limits, callback retries). */
const MOST_RETRIES = 3;

/** Tells the merchant of a payment's new status, where it asked to be told. */
export function notify(world: World, payment: PaymentRecord): void {
  const order = orderFor(world, payment, false);
  if (order) dispatch(world, payment, order);
}

/**
 * A synchronous callback: `settle` hears whether the merchant accepts (200), once an answer came or the attempts ran
 * out. Answers false when there is nobody to ask.
 */
export function ask(world: World, payment: PaymentRecord, settle: (accepted: boolean) => void): boolean {
  const order = orderFor(world, payment, true);
  if (!order) return false;
  attempt(world, payment, order, (outcome) => settle(outcome.status === 200));
  return true;
}

function orderFor(world: World, payment: PaymentRecord, synchronous: boolean): CallbackOrder | undefined {
  const kind = payment.status === 'IDENTIFIED' ? 'identify' : 'payout';
  const url = kind === 'identify' ? payment.identifyCallbackUrl : payment.callbackUrl;
  if (url === undefined) return undefined;
  if (!synchronous && !isTold(world, payment, kind)) return undefined;
  if (!payment.debtor && world.picks.callbackDebtor === 'no-callback') return undefined;
  return {
    callbackId: hexId(world.random),
    paymentId: payment.paymentId,
    profileId: payment.profileId,
    kind,
    status: payment.status,
    url,
    body: JSON.stringify(payload(payment)),
    attempt: 1,
    synchronous,
  };
}

function isTold(world: World, payment: PaymentRecord, kind: CallbackOrder['kind']): boolean {
  if (kind === 'identify' || world.picks.callbackOn === 'every-change') return true;
  return payment.status === 'SUCCEEDED' || (payment.status === 'CANCELLED' && payment.posId !== undefined);
}

function dispatch(world: World, payment: PaymentRecord, order: CallbackOrder): void {
  const { repeat, shuffleMs } = world.trouble;
  for (let copy = 0; copy <= repeat; copy += 1) {
    const go = () => attempt(world, payment, order, () => undefined);
    if (shuffleMs > 0) world.agenda.plan(world.clock.now() + Math.floor(world.random.next() * shuffleMs), go);
    else go();
  }
}

function attempt(
  world: World,
  payment: PaymentRecord,
  order: CallbackOrder,
  settled: (outcome: CallbackOutcome) => void,
): void {
  const onOutcome = (outcome: CallbackOutcome) => {
    if (isResponse(world, outcome)) {
      settled(outcome);
      return;
    }
    payment.unanswered += 1;
    const again = mayCallAgain(world, payment, order);
    world.changed();
    if (!again) {
      settled({});
      return;
    }
    world.agenda.plan(world.clock.now() + world.picks.callbackRetryMs, () =>
      attempt(world, payment, { ...order, attempt: order.attempt + 1 }, settled),
    );
  };
  if (world.trouble.drop === 0) {
    world.send(order, onOutcome);
    return;
  }
  world.trouble.drop -= 1;
  onOutcome({});
}

/** Takes one of the calls that are left, if there is one. */
function mayCallAgain(world: World, payment: PaymentRecord, { kind, attempt }: CallbackOrder): boolean {
  if (world.picks.callbackLimit === 'notification') return attempt <= MOST_RETRIES;
  const before = payment.calledAgain?.[kind] ?? 0;
  if (before >= MOST_RETRIES) return false;
  payment.calledAgain = { ...payment.calledAgain, [kind]: before + 1 };
  return true;
}

function isResponse(world: World, { status }: CallbackOutcome): boolean {
  if (status === undefined) return false;
  return world.picks.callbackRetryOn === 'no-answer' || (status >= 200 && status <= 299);
}

/** Callback payload (spec). */
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
