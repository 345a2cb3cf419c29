import { isRefundEnd } from '../../main/domain/refund-record.ts';
import { isEnd } from '../../main/domain/sale-record.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import type { SaleView } from '../../preload/contract/views.ts';
import { disagreementsOf } from '../kill/journal-against-service.ts';
import { openWireTill, type WireTill } from './till-over-sockets.ts';
import { names, type WireFault, type WireOperation } from './wire-faults.ts';

export interface MatrixCell {
  readonly fault: WireFault;
  readonly operation: WireOperation;
  /** `retry`: the first try is reset before the service acts, and the retry meets the fault. */
  readonly on: 'first try' | 'retry';
}

export interface MatrixCellResult {
  readonly end: string;
  readonly tries: number;
  /** The client's error codes for the operation, in order. */
  readonly codes: readonly string[];
  readonly disagreements: readonly string[];
}

/** Plays one sale to its end; `operation` meets the fault. */
export async function playMatrixCell({ fault, operation, on }: MatrixCell): Promise<MatrixCellResult> {
  const { route, sandbox: operationName, client } = names[operation];
  const skip = on === 'retry' ? 1 : 0;
  const { at } = fault;
  let seen = 0;
  await using till = await openWireTill({
    acknowledgement: operation === 'acknowledge',
    reroute(request) {
      if (!route.test(request)) return undefined;
      seen += 1;
      return typeof at === 'string' && seen === skip + 1 ? at : undefined;
    },
  });
  const { faults } = till.sandbox;
  if (on === 'retry') faults.inject({ operation: operationName, kind: 'reset-before' });
  if (typeof at !== 'string') faults.inject({ operation: operationName, skip, ...at });
  // The till searches only after a creation with unknown outcome.
  if (operation === 'search') faults.inject({ operation: 'createStaticQrPayment', kind: 'reset-after' });

  const end = await play(till, operation, on);
  return {
    end,
    tries: till.sent.filter((request) => route.test(request)).length,
    codes: till.failures.filter((failure) => failure.operation === client).map(({ code }) => code),
    disagreements: disagreementsOf(till.journal, till.sandbox),
  };
}

async function play(till: WireTill, operation: WireOperation, on: MatrixCell['on']): Promise<string> {
  const { sales, refunds, journal, sandbox } = till;
  let saleId = await charge(till);
  if (operation === 'create' && on === 'retry') {
    // The till never repeats a creation by itself: the cashier charges again.
    await sales.dismiss(saleId);
    saleId = await charge(till);
  }
  const view = (): SaleView | undefined => sales.get(saleId);
  const stage = () => view()?.stage ?? 'unknown';
  if (isEnd(stage())) return stage();
  if (operation === 'cancel') {
    await sales.cancel(saleId);
    await till.until(() => view()?.cancel !== 'asked' || isEnd(stage()));
    return stage();
  }
  const paymentId = view()?.paymentId ?? '';
  sandbox.payer.scan(paymentId);
  sandbox.payer.confirm(paymentId);
  await till.until(() => isEnd(stage()) || journal.sale(saleId)?.acknowledge === 'declined');
  if (!isEnd(stage())) {
    // The service ends an unacknowledged payment later by itself; settling here avoids the wait.
    sandbox.engine.settle(paymentId);
    await till.until(() => isEnd(stage()));
  }
  if (operation !== 'refund') return stage();
  const { refundKey } = await refunds.start({ saleId, amount: 500 }, { byManager: true });
  const refund = () => journal.refund(refundKey)?.stage ?? 'sending';
  await till.until(() => isRefundEnd(refund()));
  return refund();
}

/** Charges and resolves when the customer can scan or the sale has ended. */
async function charge(till: WireTill): Promise<string> {
  const { saleId } = await till.sales.start({ amount: 1250 as Cents });
  await till.until(() => {
    const stage = till.sales.get(saleId)?.stage ?? 'creating';
    return stage === 'waiting' || isEnd(stage);
  });
  return saleId;
}
