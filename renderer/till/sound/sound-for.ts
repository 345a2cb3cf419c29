import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { openAlarm } from '../dialogs/open-alarm.ts';

export type Sound = 'scanned' | 'paid' | 'failed' | 'attention';

/** The sound of a change; undefined for a silent change. */
export function soundFor(before: TillSnapshot, after: TillSnapshot): Sound | undefined {
  const late = openAlarm(after);
  if (late !== null && late.saleId !== openAlarm(before)?.saleId) return 'attention';
  if (parkedEnds(after).some((id) => !parkedEnds(before).includes(id))) return 'attention';
  if (after.sale === null || after.sale.stage === stageBefore(before, after.sale.saleId)) return undefined;
  switch (after.sale.stage) {
    case 'paid':
      return 'paid';
    case 'failed':
      return 'failed';
    case 'expired':
    case 'voided':
    case 'unknown':
      return 'attention';
    case 'cancelled':
      return after.sale.ending === 'cashier' ? undefined : 'attention';
    case 'scanned':
      return after.sale.cancel === 'asked' ? undefined : 'scanned';
    case 'creating':
    case 'waiting':
    case 'authorised':
      return undefined;
  }
}

function parkedEnds({ notices }: TillSnapshot): readonly string[] {
  return notices.filter(({ code }) => code.startsWith('sale.parked.')).map(({ id }) => id);
}

function stageBefore(before: TillSnapshot, saleId: string): string | undefined {
  return before.sale?.saleId === saleId ? before.sale.stage : undefined;
}
