import type { HandlerParts, HandlersOf } from './handler.ts';

export function windowHandlers({
  till,
  snapshots,
  notices,
  languages,
  openDisplay,
  heardFrom,
  leaving,
  screens,
}: HandlerParts): HandlersOf<'till' | 'display' | 'window' | 'notice' | 'leaving' | 'screens'> {
  return {
    'till.snapshot': async () => {
      await till.ready;
      return snapshots.till();
    },
    'display.snapshot': async () => {
      await till.ready;
      return snapshots.display();
    },
    'display.open': () => {
      openDisplay();
      return {};
    },
    'window.alive': (_ask, from) => {
      heardFrom(from);
      return {};
    },
    'window.speak': ({ language }, from) => {
      if (from === 'till') languages.chooseTill(language);
      else languages.chooseDisplay(language);
      return {};
    },
    'notice.dismiss': ({ id }) => {
      notices.dismiss(id);
      return {};
    },
    'leaving.shown': ({ id }) => {
      leaving.shown(id);
      return {};
    },
    'leaving.answer': async ({ id, answer, pin }) => {
      await leaving.answer(id, answer, pin);
      return {};
    },
    'screens.list': () => ({ screens: screens.list().map((screen) => ({ ...screen, shows: [...screen.shows] })) }),
    'screens.test': async ({ turned }) => {
      till.roles.touch();
      await screens.test(turned);
      return {};
    },
  };
}
