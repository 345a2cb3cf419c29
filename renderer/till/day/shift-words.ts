import type { Correction, Difference, OpenItem, ShiftReportView } from '../../../preload/contract/shifts.ts';
import type { Words } from '../../ui/use-words.ts';

export function standingWord(standing: Correction['was'] | Correction['is'], { t }: Words): string {
  switch (standing) {
    case 'open':
      return t('shift.standing.open');
    case 'not-made':
      return t('shift.standing.not-made');
    case 'paid':
    case 'cancelled':
    case 'expired':
    case 'failed':
    case 'refunded':
      return t(`stage.${standing}`);
  }
}

export function openWord({ what, stage }: OpenItem, { t, firstOf }: Words): string {
  return t(firstOf([what === 'refund' ? `refund.stage.${stage}` : `stage.${stage}`], 'shift.standing.open'));
}

export function sidesOf({ here, there }: Difference, words: Words): string {
  const { t, money } = words;
  const side = (one: Difference['here'] | Difference['there']) =>
    one === undefined
      ? t('shift.difference.nothing')
      : `${money(one.amount)} ${standingWord(one.standing, words).toLocaleLowerCase()}`;
  return t('shift.difference.sides', { here: side(here), there: side(there) });
}

export function spanOf({ from, to }: { readonly from: number; readonly to: number }, words: Words): string {
  const isOneDay = new Date(from).toDateString() === new Date(to).toDateString();
  return words.t('shift.span', {
    from: words.dayAndTime(from),
    to: isOneDay ? words.exactTime(to) : words.dayAndTime(to),
  });
}

export function unknownOf({ open }: ShiftReportView): readonly OpenItem[] {
  return open.filter(({ stage }) => stage === 'unknown' || stage === 'unconfirmed');
}

export function sumOf(items: readonly { readonly amount: number }[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0);
}
