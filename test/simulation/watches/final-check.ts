import { isLeftOpen } from '../people/manager.ts';
import { keyOf, type SimulatedService } from '../service/simulated-service.ts';
import type { RefundOnDisk, SaleOnDisk } from '../till/journal-on-disk.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { World } from '../world/simulated-world.ts';

const UNPAID = ['cancelled', 'expired', 'failed', 'voided'];

export function isQuiet(world: World, service: SimulatedService, tills: readonly SimulatedTill[]): boolean {
  const { payments, refunds } = service.engine.store;
  if (service.latePayments > 0) return false;
  for (const { status } of refunds.values()) if (status === 'PENDING') return false;
  for (const { status } of payments.values())
    if (['PENDING', 'IDENTIFIED', 'AUTHORIZED', 'PENDING_MERCHANT_ACKNOWLEDGEMENT'].includes(status)) return false;
  return tills.every((till) => {
    const { running, journalOnDisk } = till;
    // A till with a wrong clock cannot ask the service.
    if (running === undefined || till.clockIsOff) return false;
    const { journal, actions } = running;
    return (
      actions === 0 &&
      ![...journalOnDisk.sales.values()].some((sale) => isTakenBackUntold(service, till, sale)) &&
      journal.health.held === 0 &&
      journal.importDue() === undefined &&
      journal.openSales().length === 0 &&
      journal.openRefunds().every((refund) => isLeftOpen(world, service, refund))
    );
  });
}

export function checkFinally(world: World, service: SimulatedService, tills: readonly SimulatedTill[]): void {
  for (const till of tills) {
    till.look();
    checkOpen(world, service, till);
    for (const sale of till.journalOnDisk.sales.values()) {
      checkSale(world, service, till, sale);
      checkRefundable(world, till, sale);
    }
    checkRefunds(world, service, till);
    const report = till.running?.journal.check();
    if (report?.ok !== true) world.fail('journal', `of ${till.name} does not add up: ${report?.faults.join('; ')}`);
  }
  checkOrphans(world, service, tills);
  checkRefundLedger(world, service, tills);
}

function checkOpen(world: World, service: SimulatedService, { name, running }: SimulatedTill): void {
  const fail = (what: string) => world.fail('left-open', `${name}: ${what}`);
  if (running === undefined) {
    fail('it does not run');
    return;
  }
  const { journal } = running;
  for (const sale of journal.openSales()) fail(`sale ${sale.saleId} is still open: ${sale.creation}, ${sale.stage}`);
  for (const refund of journal.openRefunds())
    if (!isLeftOpen(world, service, refund)) fail(`refund ${refund.refundKey} is still open: ${refund.stage}`);
  if (journal.importDue() !== undefined) fail('the payments of its lost journal are still being recovered');
  if (journal.health.held > 0) fail(`${journal.health.held} of its events are not written`);
}

/**
 * Checks that paid sales are shown as paid and unpaid sales as unpaid. Payments of other tills are shown in their final
 * state.
 */
function checkSale(world: World, service: SimulatedService, till: SimulatedTill, sale: SaleOnDisk): void {
  const { saleId, paymentId = '' } = sale;
  const shown = till.running?.sales.get(saleId)?.stage;
  const payment = service.payment(paymentId);
  const fail = (what: string) =>
    world.fail(sale.imported ? 'left-behind' : 'left-wrong', `sale ${saleId} is shown as ${shown}, ${what}`);
  if (shown === undefined) fail('though the journal has it');
  else if (shown !== 'paid' && payment?.status === 'SUCCEEDED') fail('and at the service it is SUCCEEDED');
  else if (shown === 'paid' && payment?.status !== 'SUCCEEDED' && !isTakenBackUnheard(service, till, sale))
    fail(`and at the service it is ${payment?.status ?? 'nowhere'}`);
  else if (shown !== 'paid' && !UNPAID.includes(shown)) fail('though everything is over');
  else if (
    payment !== undefined &&
    (payment.amount !== sale.amount || ![payment.reference, service.kept(payment.reference)].includes(sale.reference))
  )
    fail('with a payment of another amount or reference');
}

/** The refundable rest of a payment excludes amounts that its refunds have moved or may have moved. */
function checkRefundable(
  world: World,
  { running, journalOnDisk }: SimulatedTill,
  { saleId, amount }: SaleOnDisk,
): void {
  const shown = running?.sales.get(saleId);
  if (shown?.stage !== 'paid') return;
  const others = (running?.journal.newestRefunds(0, 1_000) ?? []).filter(
    (one) => one.saleId === saleId && one.body === '',
  );
  const own = [...journalOnDisk.refunds.values()].filter((refund) => refund.saleId === saleId);
  const gone = [...own, ...others].filter(({ stage }) => !['failed', 'refused', 'not-made'].includes(stage));
  const left = gone.reduce((rest, refund) => rest - refund.amount, amount);
  if (shown.refundable !== Math.max(0, left))
    world.fail('refund-total', `${shown.refundable} cents of sale ${saleId} can be refunded, and ${left} are left`);
}

/**
 * Whether the till has received that a paid payment was taken back, but still shows paid; the till may have to wait
 * before asking.
 */
function isTakenBackUntold(service: SimulatedService, till: SimulatedTill, sale: SaleOnDisk): boolean {
  const isPaid = service.payment(sale.paymentId ?? '')?.status === 'SUCCEEDED';
  return sale.stages.at(-1) === 'paid' && !isPaid && !isTakenBackUnheard(service, till, sale);
}

/**
 * Whether a payment was taken back without the till knowing: a till does not ask about a paid payment unless a person
 * or a callback gives a reason.
 */
export function isTakenBackUnheard(
  service: SimulatedService,
  { watch }: SimulatedTill,
  { paymentId = '' }: SaleOnDisk,
): boolean {
  const status = service.payment(paymentId)?.status;
  return service.history.ever(paymentId, 'SUCCEEDED') && !watch.hasHeard(paymentId, status);
}

function checkRefunds(world: World, service: SimulatedService, till: SimulatedTill): void {
  for (const refund of till.journalOnDisk.refunds.values()) {
    const { refundKey, stage, refundId = '' } = refund;
    // After a failed refund the service may have made a second refund under the forgotten key.
    const made = (
      service.refundsUnder(refundKey).find((one) => one.refundId === refundId) ?? service.refundsUnder(refundKey)[0]
    )?.status;
    const isOpen = till.running?.journal.refund(refundKey)?.unsettled !== undefined;
    const wanted = { refunded: 'REFUNDED', failed: 'FAILED' }[stage];
    if (made !== undefined && stage === 'refused')
      world.fail('refund-refused-made', `${refundKey} is shown as refused, and at the service it is ${made}`);
    else if (stage === 'not-made' ? made === 'REFUNDED' : made !== wanted && !isOpen && !isLikeAnother(service, refund))
      world.fail('left-wrong', `refund ${refundKey} is ${stage}, and at the service it is ${made}`);
  }
  for (const { body, refundId, stage } of till.running?.journal.newestRefunds(0, 1_000) ?? []) {
    const made = service.engine.store.refunds.get(refundId ?? '')?.status;
    if (body === '' && stage.toUpperCase() !== made)
      world.fail('left-wrong', `another till's refund ${refundId} is ${stage}, and at the service it is ${made}`);
  }
}

/**
 * The service's list of refunds contains no keys: when two tills refund the same amount of a payment and one refund
 * fails, both tills take the listed refund for their own. No money is lost.
 */
function isLikeAnother(service: SimulatedService, { refundKey, refundId, paymentId, amount }: RefundOnDisk): boolean {
  const listed = service.engine.store.refunds.get(refundId ?? '');
  const isAnother = listed !== undefined && keyOf(listed.idempotencyKey) !== refundKey;
  return isAnother && listed.paymentId === paymentId && listed.amount === amount;
}

/** Every payment has a sale in the journal of its till. */
function checkOrphans(world: World, service: SimulatedService, tills: readonly SimulatedTill[]): void {
  for (const { payment, till: name, body } of service.creations) {
    const till = tills.find((candidate) => candidate.name === name);
    const sale = till?.journalOnDisk.saleOfPayment(payment.paymentId);
    if (till?.journalOnDisk.wasChargedBefore(body)) continue;
    if (sale === undefined) world.fail('orphan', `payment ${payment.paymentId} of ${name} has no sale: ${body}`);
    else if (sale.imported || sale.body !== body)
      world.fail('orphan', `payment ${payment.paymentId} of ${name} is under another sale`);
  }
}

/** Every refund is made once, has an intent, and stays within the paid amount. */
function checkRefundLedger(world: World, service: SimulatedService, tills: readonly SimulatedTill[]): void {
  const left = new Map<string, number>();
  for (const refund of service.engine.store.refunds.values()) {
    const key = keyOf(refund.idempotencyKey);
    const intents = tills.filter((till) => till.journalOnDisk.hasBegunRefund(key));
    if (intents.length !== 1)
      world.fail('refund-orphan', `refund ${refund.refundId} at the service has ${intents.length} intents`);
    if (service.refundsUnder(key).filter(({ status }) => status !== 'FAILED').length > 1)
      world.fail('refund-twice', `the service has made ${key} twice`);
    if (refund.status === 'FAILED') continue;
    const before = left.get(refund.paymentId) ?? service.payment(refund.paymentId)?.amount ?? 0;
    if (before < refund.amount)
      world.fail('refund-total', `payment ${refund.paymentId} was refunded above what was paid`);
    left.set(refund.paymentId, before - refund.amount);
  }
}
