import type { Correction, Difference, OpenItem, Person, ShiftReportView } from '../../../preload/contract/shifts.ts';
import type { Words } from '../../ui/use-words.ts';

/** A person's name as a report shows it. Two who share one are told apart by a number. */
export function personNames(report: ShiftReportView, { t }: Words): (person: Person | undefined) => string {
  const named = report.people.flatMap(({ person }) => (person?.name === undefined ? [] : [person]));
  return (person) => {
    if (person === undefined) return t('shift.person.not-told');
    if (person.name === undefined) return t(person.role === 'cashier' ? 'shift.person.nobody' : 'shift.person.manager');
    const same = named.filter(({ name }) => name === person.name);
    const number = same.findIndex(({ id, role }) => id === person.id && role === person.role) + 1;
    return same.length > 1 && number > 0 ? t('shift.person.another', { name: person.name, number }) : person.name;
  };
}

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
