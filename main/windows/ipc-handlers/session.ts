import type { HandlerParts, HandlersOf } from './handler.ts';

/** The manager's PIN. */
export function sessionHandlers({ till }: Pick<HandlerParts, 'till'>): HandlersOf<'session'> {
  return {
    'session.unlock': async ({ pin }) => {
      await till.roles.unlock(pin);
      return {};
    },
    'session.lock': () => {
      till.roles.lock();
      return {};
    },
    'session.keep': () => {
      till.roles.touch();
      return {};
    },
  };
}
