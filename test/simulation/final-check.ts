import type { SimService } from './sim-service.ts';
import type { Till } from './till.ts';

const UNPAID = ['cancelled', 'expired', 'failed', 'voided'];

/** Whether something is still to come: at the service, or at a till. */
export function isQuiet(service: SimService, tills: readonly Till[]): boolean {
  const { payments, refunds } = service.engine.ledger;
  for (const { status } of refunds.values()) if (status === 'PENDING') return false;
  for (const { status } of payments.values())
    if (['PENDING', 'IDENTIFIED', 'AUTHORIZED', 'PENDING_MERCHANT_ACKNOWLEDGEMENT'].includes(status)) return false;
  return tills.every(({ life }) => {
    if (life === undefined) return false;
    const { journal } = life;
    return journal.health.held === 0 && journal.openSales().length === 0 && journal.openRefunds().length === 0;
  });
}

/** What must hold once everything works again and has had its time. The first thing that does not, or undefined. */
export function finalFault(service: SimService, tills: readonly Till[]): string | undefined {
  for (const till of tills) {
    till.look();
    const fault = stillOpen(till) ?? salesFault(service, till) ?? refundsFault(service, till) ?? journalFault(till);
    if (fault !== undefined) return `${till.name}: ${fault}`;
  }
  return orphanFault(service, tills) ?? refundLedgerFault(service, tills);
}

function stillOpen({ life }: Till): string | undefined {
  if (life === undefined) return 'it does not run';
  const sale = life.journal.openSales()[0];
  if (sale !== undefined) return `sale ${sale.saleId} is still open: ${sale.creation}, ${sale.stage}`;
  const refund = life.journal.openRefunds()[0];
  if (refund !== undefined) return `refund ${refund.refundKey} is still open: ${refund.stage}`;
  return life.journal.health.held === 0 ? undefined : `${life.journal.health.held} of its events are not written`;
}

/** No sale shown paid that is not, none shown unpaid that is. */
function salesFault(service: SimService, till: Till): string | undefined {
  for (const sale of till.mirror.sales.values()) {
    const view = till.life?.sales.get(sale.saleId);
    if (view === undefined) return `sale ${sale.saleId} is in the journal and cannot be shown`;
    const truth = service.payment(sale.paymentId ?? '')?.status;
    if ((view.stage === 'paid') !== (truth === 'SUCCEEDED') && !(sale.imported && view.stage !== 'paid'))
      return `sale ${sale.saleId} is shown as ${view.stage}, and at the service it is ${truth ?? 'nowhere'}`;
    if (!sale.imported && view.stage !== 'paid' && !UNPAID.includes(view.stage))
      return `sale ${sale.saleId} is left as ${view.stage}`;
    const payment = service.payment(sale.paymentId ?? '');
    if (payment !== undefined && (payment.amount !== sale.amount || payment.reference !== sale.reference))
      return `sale ${sale.saleId} is shown with a payment of another amount or reference`;
  }
  return undefined;
}

function refundsFault(service: SimService, till: Till): string | undefined {
  for (const refund of till.mirror.refunds.values()) {
    // The service's list names no key: of two tills that refund the same amount of a payment it cannot tell whose is whose.
    const { ledger } = service.engine;
    const made = ledger.refundByKey(service.profileId, refund.refundKey) ?? ledger.refunds.get(refund.refundId ?? '');
    const truth = made?.paymentId === refund.paymentId && made.amount === refund.amount ? made.status : undefined;
    const wanted = { refunded: 'REFUNDED', failed: 'FAILED', refused: undefined, 'not-made': undefined }[refund.stage];
    if (truth !== wanted) return `refund ${refund.refundKey} is ${refund.stage}, and at the service it is ${truth}`;
  }
  return undefined;
}

function journalFault({ life }: Till): string | undefined {
  const report = life?.journal.check();
  return report?.ok === true ? undefined : `its journal does not add up: ${report?.faults.join('; ')}`;
}

/** No payment without a sale in the journal of the till that made it. */
function orphanFault(service: SimService, tills: readonly Till[]): string | undefined {
  for (const { payment, till: name, body } of service.creations) {
    const till = tills.find((candidate) => candidate.name === name);
    const sale = till?.mirror.saleOfPayment(payment.paymentId);
    if (sale === undefined) return `payment ${payment.paymentId} of ${name} has no sale: ${body}`;
    if (sale.imported || sale.body !== body) return `payment ${payment.paymentId} of ${name} is under another sale`;
  }
  return undefined;
}

/** No refund twice, none without an intent, and none above what was paid. */
function refundLedgerFault(service: SimService, tills: readonly Till[]): string | undefined {
  const left = new Map<string, number>();
  for (const refund of service.engine.ledger.refunds.values()) {
    const intents = tills.filter((till) => till.mirror.refunds.has(refund.idempotencyKey));
    if (intents.length !== 1) return `refund ${refund.refundId} at the service has ${intents.length} intents`;
    if (refund.status === 'FAILED') continue;
    const before = left.get(refund.paymentId) ?? service.payment(refund.paymentId)?.amount ?? 0;
    if (before < refund.amount) return `payment ${refund.paymentId} was refunded above what was paid`;
    left.set(refund.paymentId, before - refund.amount);
  }
  return undefined;
}
