import { type CallName, calls } from '../../preload/contract/contract.ts';
import type { Role } from '../../preload/contract/views.ts';
import { TillError } from '../base/till-error.ts';
import type { Till } from '../till/switchable-till.ts';

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

/**
 * Refuses what sets a terminal up again to whoever is no manager and no support, but where the record is lost: no PIN is
 * right then, and `main/settings/recover.ts` says what it may be set up with. Errors: `pin.required`.
 */
export function requireSetUp(call: CallName, { roles, pinError }: Pick<Till, 'roles' | 'pinError'>): void {
  const isLost = pinError?.code === 'keychain.empty' || pinError?.code === 'keychain.damaged';
  if (roles.current() === 'cashier' && !isLost)
    throw new TillError('pin.required', `${call} asks for the manager's PIN`, { values: { call } });
}
