import type {
  Correction,
  Counted,
  Difference,
  OpenItem,
  Person,
  ShiftReportView,
  Tally,
} from '../../../preload/contract/shifts.ts';
import type { Tone } from '../../ui/sale-stage.tsx';
import type { Words } from '../../ui/use-words.ts';

function standingWord(standing: Correction['was'] | Correction['is'], { t }: Words): string {
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

export function correctionText({ what, was, is }: Correction, words: Words): string {
  const standings = { was: standingWord(was, words), is: standingWord(is, words) };
  return words.t(what === 'refund' ? 'shift.correction.refund' : 'shift.correction.payment', standings);
}

export function openText({ what, stage }: OpenItem, { t, firstOf }: Words): string {
  if (what === 'payment') return t(firstOf([`stage.${stage}`], 'shift.standing.open'));
  return `${t('receipt.refund')} · ${t(firstOf([`refund.stage.${stage}`], 'shift.standing.open'))}`;
}

export function comparisonText(
  counted: Counted,
  { t, clockTime }: Words,
): { readonly tone: Tone; readonly text: string } {
  if (counted.state === 'not-counted') return { tone: 'amber', text: t(`shift.not-counted.${counted.why}`) };
  const time = clockTime(counted.at);
  const { length } = counted.differences;
  if (length > 0) return { tone: 'red', text: t('shift.differs', { count: length, time }) };
  return { tone: 'green', text: t('shift.agrees', { count: counted.matched, time }) };
}

export interface TallyLine {
  readonly name: string;
  readonly tally: Tally;
  readonly sign?: '−';
}

/** Outside this till's turnover, or possibly counted before. */
export function apartLines({ apart }: ShiftReportView, { t }: Words): readonly TallyLine[] {
  const lines: readonly TallyLine[] = [
    { name: t('shift.apart.payments'), tally: apart.payments },
    { name: t('shift.apart.refunds'), tally: apart.refunds, sign: '−' },
    { name: t('shift.apart.restored'), tally: apart.restored },
    { name: t('shift.apart.restored-refunds'), tally: apart.restoredRefunds, sign: '−' },
  ];
  return lines.filter(({ tally }) => tally.count > 0);
}

export function tallySum({ tally: { sum }, sign }: Omit<TallyLine, 'name'>, { money }: Words): string {
  return sign !== undefined && sum > 0 ? `${sign} ${money(sum)}` : money(sum);
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

/** People with the same name get a number. */
export function personNames(report: ShiftReportView, { t }: Words): (person: Person | undefined) => string {
  const named = report.people.flatMap(({ person }) => (person?.name === undefined ? [] : [person]));
  return (person) => {
    if (person === undefined) return t('shift.person.not-told');
    if (person.name === undefined) return t(person.role === 'cashier' ? 'record.nobody' : 'people.role.manager');
    const same = named.filter(({ name }) => name === person.name);
    const number = same.findIndex(({ id, role }) => id === person.id && role === person.role) + 1;
    return same.length > 1 && number > 0 ? t('shift.person.another', { name: person.name, number }) : person.name;
  };
}
