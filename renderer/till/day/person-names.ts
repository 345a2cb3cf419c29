import type { Person, ShiftReportView } from '../../../preload/contract/shifts.ts';
import type { Words } from '../../ui/use-words.ts';

/** A person's name as a report shows it. Two who share one are told apart by a number. */
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
