import type { HandlerParts, HandlersOf } from './handler.ts';

/** The screens of this computer, for managers and support. */
export function screensHandlers({ till, screens }: Pick<HandlerParts, 'till' | 'screens'>): HandlersOf<'screens'> {
  return {
    'screens.list': () => ({ screens: screens.list().map((screen) => ({ ...screen, shows: [...screen.shows] })) }),
    'screens.test': async ({ turned }) => {
      till.roles.touch();
      await screens.test(turned);
      return {};
    },
  };
}
