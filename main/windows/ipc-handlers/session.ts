import type { HandlerParts, HandlersOf } from './handler.ts';

export function sessionHandlers({ till }: Pick<HandlerParts, 'till'>): HandlersOf<'session'> {
  return {
    'session.unlock': async ({ pin }) => {
      await till.roles.unlock(pin);
      return {};
    },
    'session.sign-in': async ({ pin }) => {
      await till.roles.signIn(pin);
      return {};
    },
    'session.sign-out': () => {
      till.roles.signOut();
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
