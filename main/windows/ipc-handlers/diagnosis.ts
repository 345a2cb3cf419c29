import { TillError } from '../../base/till-error.ts';
import type { SaleRecord } from '../../domain/sale-record.ts';
import type { Journal } from '../../journal/journal.ts';
import { diagnosisText, idsOf } from '../../support/diagnosis/diagnosis.ts';
import { type FoundLine, findLines, linesAbout } from '../../support/logs/find-lines.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

type Parts = Pick<HandlerParts, 'till' | 'acts' | 'clock' | 'logs' | 'about' | 'copyText'>;

export function diagnosisHandlers({ till, acts, clock, logs, about, copyText }: Parts): HandlersOf<'diagnosis'> {
  /** The text that was read last: a copy is of that one. */
  let last: { readonly saleId: string; readonly text: string } | undefined;

  /** A trace id is the log's alone: the line that has it may say which payment it was about. */
  async function saleOf(journal: Journal, id: string): Promise<SaleRecord> {
    const known = saleNamed(journal, id);
    if (known !== undefined) return known;
    const { rows } = await findLines(logs.folder, { id }, undefined, 50);
    const ids = rows
      .filter((row) => isNamed(row, id))
      .flatMap(({ fields }) => [fields['saleId'], fields['paymentId'], fields['refundKey'], fields['reference']]);
    for (const other of ids) {
      const found = typeof other === 'string' ? saleNamed(journal, other) : undefined;
      if (found !== undefined) return found;
    }
    throw new TillError('diagnosis.unknown', 'Neither journal nor log knows a payment by this id', { field: 'id' });
  }

  return {
    'diagnosis.read': async ({ id }) => {
      till.roles.touch();
      const { journal, settings } = till.requireOpen();
      const sale = await saleOf(journal, id);
      const events = journal.eventsOf(sale.saleId);
      const others = othersOf(journal, sale);
      // What was told after the clock was set back has a time before the beginning.
      const from = Math.min(sale.startedAt, ...events.map(({ at }) => at));
      const { service, merchant, shop, pos } = settings;
      const text = diagnosisText({
        till: {
          version: about.version,
          terminalId: about.terminalId,
          environment: till.mode === 'training' ? 'TRAINING' : service.environment,
          ...merchant,
          shopId: shop.shopId,
          posId: pos.posId,
        },
        sale,
        others,
        events,
        log: await linesAbout(logs.folder, idsOf(sale, events, others), from),
        now: clock.now(),
      });
      last = { saleId: sale.saleId, text };
      return { saleId: sale.saleId, reference: sale.reference, text };
    },
    'diagnosis.copy': async ({ saleId }) => {
      till.roles.touch();
      if (last?.saleId !== saleId) throw new TillError('diagnosis.unknown', 'Another diagnosis was read since');
      await copyText(last.text);
      acts.record({ act: 'sale-diagnosed', by: till.roles.actor(), about: saleId });
      return {};
    },
  };
}

const SOUGHT = ['traceId', 'spanId', 'refundId', 'refundKey', 'paymentId', 'saleId'] as const;
/** A shorter part of an id may stand in any other. */
const LONG_ENOUGH = 16;

function isNamed({ fields }: FoundLine, id: string): boolean {
  const sought = id.toLowerCase();
  return SOUGHT.some((name) => {
    const told = String(fields[name] ?? '').toLowerCase();
    return told === sought || (sought.length >= LONG_ENOUGH && told.includes(sought));
  });
}

/** Those with the same reference, newest first. One that was found at the service may have none. */
function othersOf(journal: Journal, { saleId, reference }: SaleRecord): readonly SaleRecord[] {
  return reference === '' ? [] : journal.salesOfReference(reference).filter((other) => other.saleId !== saleId);
}

function saleNamed(journal: Journal, id: string): SaleRecord | undefined {
  return (
    journal.sale(id) ??
    journal.saleOfPayment(id) ??
    journal.sale(journal.refund(id)?.saleId ?? '') ??
    journal.salesOfReference(id)[0]
  );
}
