import type { HandlerParts, HandlersOf } from './handler.ts';

/** The question of the till's window whether to end the app while something is under way. */
export function leavingHandlers({ leaving }: Pick<HandlerParts, 'leaving'>): HandlersOf<'leaving'> {
  return {
    'leaving.shown': ({ id }) => {
      leaving.shown(id);
      return {};
    },
    'leaving.answer': async ({ id, answer, pin }) => {
      await leaving.answer(id, answer, pin);
      return {};
    },
  };
}
