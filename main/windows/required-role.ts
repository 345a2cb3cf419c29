import { type CallName, calls } from '../../preload/contract/contract.ts';
import type { Role } from '../../preload/contract/views.ts';
import { TillError } from '../base/till-error.ts';
import type { Till } from '../till/switchable-till.ts';

/** Checked again after a dialog: the five minutes may be over. Errors: `pin.required`; for support `role.manager`. */
export function requireRole(call: CallName, role: Role): void {
  if (calls[call].roles.includes(role)) return;
  if (role === 'support') throw new TillError('role.manager', `${call} is for managers`, { values: { call } });
  throw new TillError('pin.required', `${call} asks for the manager's PIN`, { values: { call } });
}

/** A lost record makes no PIN right: `main/settings/recover.ts` says what may be set up. Errors: `pin.required`. */
export function requireSetUp(call: CallName, { roles, pinError }: Pick<Till, 'roles' | 'pinError'>): void {
  const isLost = pinError?.code === 'keychain.empty' || pinError?.code === 'keychain.damaged';
  if (roles.current() === 'cashier' && !isLost)
    throw new TillError('pin.required', `${call} asks for the manager's PIN`, { values: { call } });
}
