import { type CallName, calls } from '../../preload/contract.ts';
import type { Role } from '../../preload/views.ts';
import { TillError } from '../base/till-error.ts';

/**
 * Refuses a call that the contract does not give to `role`. Checked before each call, and again where a dialog of the
 * system stood open in between: the manager's five minutes may be over, and somebody else at the till. Errors:
 * `pin.required`; for support `role.manager`.
 */
export function requireRole(call: CallName, role: Role): void {
  if (calls[call].roles.includes(role)) return;
  if (role === 'support') throw new TillError('role.manager', `${call} is for managers`, { values: { call } });
  throw new TillError('pin.required', `${call} asks for the manager's PIN`, { values: { call } });
}
