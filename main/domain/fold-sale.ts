import { omitUndefined } from '../base/omit-undefined.ts';
import type { FromRegister, JournalSaleEvent, RecordedEvent } from './events.ts';
import { MisplacedEvent } from './events.ts';
import type { PaymentId, RequestBody } from './payment-service.ts';
import { acknowledgeFolds } from './sale-acknowledge.ts';
import { cancelFolds } from './sale-cancel.ts';
import { creationFolds } from './sale-creation.ts';
import { foldBy, shownFolds } from './sale-effects.ts';
import { moveFolds } from './sale-moves.ts';
import { hasEnded, isEnd, progressOf, type SaleRecord } from './sale-record.ts';

type Where = Pick<RecordedEvent, 'at' | 'terminalId' | 'shopId' | 'posId'>;
type EventOf<Type extends JournalSaleEvent['type']> = Extract<JournalSaleEvent, { type: Type }>;

const folds = { ...creationFolds, ...moveFolds, ...cancelFolds, ...acknowledgeFolds, ...shownFolds };

/** Returns the sale after one more event. Throws `MisplacedEvent` if the event does not fit the state of the sale. */
export function foldSale(before: SaleRecord | undefined, event: JournalSaleEvent, where: Where): SaleRecord {
  if (event.type === 'sale.intent') return begun(event, where);
  if (event.type === 'sale.imported') return imported(event, where);
  const after = before && foldBy(folds, before, event, where.at);
  if (after === undefined) throw new MisplacedEvent(event.type, event.saleId);
  return after;
}

/** Returns a recovered payment with the key of its cash register, undefined for any other payment. */
export function claimed(sale: SaleRecord, register: FromRegister): SaleRecord | undefined {
  if (sale.origin === 'here' || sale.register !== undefined) return undefined;
  const found = { ...sale, recovered: true, register } as const;
  return hasEnded(found) ? found : { ...found, settled: false };
}

function begun(event: EventOf<'sale.intent'>, where: Where): SaleRecord {
  return {
    saleId: event.saleId,
    origin: 'here',
    terminalId: where.terminalId,
    shopId: where.shopId,
    posId: where.posId,
    reference: event.reference,
    ownReference: event.sequence !== undefined || event.ownReference === true,
    amount: event.amount,
    ...omitUndefined({ description: event.description }),
    operation: event.operation,
    body: event.body as RequestBody,
    ...omitUndefined({ basicBody: event.basicBody as RequestBody | undefined }),
    skewMs: event.skewMs,
    ...omitUndefined({ timeKnown: event.timeKnown, by: event.by, register: event.register }),
    creation: 'sending',
    stage: 'creating',
    progress: 0,
    startedAt: where.at,
    cancel: 'no',
    cancelDue: 'no',
    acknowledge: 'no',
    superseded: false,
    dismissed: false,
    settled: false,
  };
}

/** Sets the members in the order in which sales are stored. */
function imported(event: EventOf<'sale.imported'>, where: Where): SaleRecord {
  const { stage } = event;
  const payment = {
    saleId: event.saleId,
    origin: 'elsewhere',
    terminalId: where.terminalId,
    shopId: where.shopId,
    posId: where.posId,
    reference: event.reference,
    ownReference: false,
    amount: event.amount,
    ...omitUndefined({
      description: event.description,
      expiresAt: event.expiresAt,
      succeededAt: event.succeededAt,
      debtor: event.debtor,
      message: event.message,
      bulkId: event.bulkId,
      deeplink: event.deeplink,
    }),
  } as const;
  const found = {
    ...omitUndefined({ recovered: event.follow ? (true as const) : undefined, toldPosId: event.posId }),
    operation: 'static-qr',
    skewMs: 0,
    creation: 'known',
  } as const;
  const state = {
    status: event.status,
    progress: progressOf(event.status) ?? 0,
    paymentId: event.paymentId as PaymentId,
    createdAt: event.createdAt,
    startedAt: event.createdAt,
    cancel: 'no',
    cancelDue: 'no',
    acknowledge: 'no',
    superseded: false,
    dismissed: true,
  } as const;
  if (!isEnd(stage)) return { ...payment, ...found, stage, ...state, settled: !event.follow };
  return { ...payment, endedAt: event.succeededAt ?? event.createdAt, ...found, stage, ...state, settled: true };
}
