import { TillError } from '../../base/till-error.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

type Parts = Pick<HandlerParts, 'till' | 'checks'>;

export function checksHandlers({ till, checks }: Parts): HandlersOf<'checks'> {
  /** Anybody may run them while nobody can sign in. Errors: `pin.required`. */
  function requireLook(): void {
    if (till.roles.current() === 'cashier' && till.pinError === undefined)
      throw new TillError('pin.required', 'Checks are for managers and support', { values: { call: 'checks' } });
  }
  return {
    'checks.run': ({ only }) => {
      requireLook();
      if (till.roles.current() !== 'cashier') till.roles.touch();
      checks.begin(only);
      return {};
    },
    'checks.read': () => {
      requireLook();
      return checks.view();
    },
  };
}
