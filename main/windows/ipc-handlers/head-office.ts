import { type CommonParts, type HandlersOf, prolonging } from './handler.ts';
import type { LinkParts } from './registers.ts';

export function headOfficeHandlers({ till }: CommonParts, { headOffice }: LinkParts): HandlersOf<'head-office'> {
  const byPerson = prolonging(till);
  return {
    /** Polled by the window, so does not prolong a session. */
    'head-office.read': () => headOffice.view(),
    'head-office.enrol': byPerson((ask) => headOffice.enrol(ask)),
    'head-office.leave': byPerson(() => headOffice.leave()),
  };
}
