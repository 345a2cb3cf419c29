import type { WindowName } from '../../../preload/contract/contract.ts';
import type { Languages } from '../languages.ts';
import type { LeavingQuestion } from '../leaving.ts';
import type { Notices } from '../notices.ts';
import type { Snapshots } from '../push-snapshots.ts';
import type { Screens } from '../screens.ts';
import { type CommonParts, type HandlersOf, prolonging } from './handler.ts';

export interface WindowParts {
  readonly snapshots: Pick<Snapshots, 'till' | 'display'>;
  readonly notices: Pick<Notices, 'dismiss'>;
  readonly languages: Pick<Languages, 'chooseTill' | 'chooseDisplay' | 'receipt'>;
  openDisplay(): void;
  heardFrom(window: WindowName): void;
  readonly leaving: Pick<LeavingQuestion, 'shown' | 'answer'>;
  readonly screens: Screens;
}

export function windowHandlers(
  { till }: CommonParts,
  { snapshots, notices, languages, openDisplay, heardFrom, leaving, screens }: WindowParts,
): HandlersOf<'till' | 'display' | 'window' | 'notice' | 'leaving' | 'screens' | 'session'> {
  return {
    'till.snapshot': async () => {
      await till.ready;
      return snapshots.till();
    },
    'display.snapshot': async () => {
      await till.ready;
      return snapshots.display();
    },
    'display.open': () => openDisplay(),
    'window.alive': (_ask, from) => heardFrom(from),
    'window.speak': ({ language }, from) => {
      if (from === 'till') languages.chooseTill(language);
      else languages.chooseDisplay(language);
    },
    'notice.dismiss': ({ id }) => void notices.dismiss(id),
    'leaving.shown': ({ id }) => leaving.shown(id),
    'leaving.answer': ({ id, answer, pin }) => leaving.answer(id, answer, pin),
    'screens.list': () => ({ screens: screens.list().map((screen) => ({ ...screen, shows: [...screen.shows] })) }),
    'screens.test': prolonging(till)(({ turned }) => screens.test(turned)),
    'session.unlock': ({ pin }) => till.roles.unlock(pin),
    'session.sign-in': ({ pin }) => till.roles.signIn(pin),
    'session.sign-out': () => till.roles.signOut(),
    'session.lock': () => till.roles.lock(),
    'session.keep': () => till.roles.touch(),
  };
}
