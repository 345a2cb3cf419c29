import { isDeepStrictEqual } from 'node:util';
import { type CallName, calls } from '../../preload/contract/contract.ts';
import { type CounterSettings, everySetting } from '../../preload/contract/settings-table.ts';
import type { Role } from '../../preload/contract/views.ts';
import { TillError } from '../base/till-error.ts';
import { valueAt } from '../settings/sealed-fields.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Till } from '../till/switchable-till.ts';

/** Throws `TillError` `pin.required`; for support `role.manager`. Also after dialogs: the five minutes may be over. */
export function requireRole(call: CallName, role: Role): void {
  if (calls[call].roles.includes(role)) return;
  if (role === 'support') throw new TillError('role.manager', `${call} requires a manager`, { values: { call } });
  throw new TillError('pin.required', `${call} requires the manager's PIN`, { values: { call } });
}

/** Throws `TillError` `pin.required`. With a lost record no PIN is valid: `main/settings/recover.ts` decides. */
export function requireSetUp(call: CallName, { roles, pinError }: Pick<Till, 'roles' | 'pinError'>): void {
  const isLost = pinError?.code === 'keychain.empty' || pinError?.code === 'keychain.damaged';
  if (roles.current() === 'cashier' && !isLost)
    throw new TillError('pin.required', `${call} requires the manager's PIN`, { values: { call } });
}

const limits = everySetting.filter(({ changedBy }) => changedBy === 'manager').map(({ path }) => path);

/** Refuses changes by support to PINs and to settings reserved for managers. */
export function requireManagerFor(
  { till, store }: { readonly till: Pick<Till, 'roles'>; readonly store: Pick<SettingsStore, 'file'> },
  counter: CounterSettings | undefined,
  managerPin: string | undefined,
): void {
  if (till.roles.current() === 'manager') return;
  const isChanged = (path: string) => !isDeepStrictEqual(valueAt({ counter }, path), valueAt(store.file, path));
  const field = managerPin ? 'managerPin' : counter && limits.find(isChanged);
  if (field !== undefined)
    throw new TillError('role.manager', 'Limits and PINs are changed by managers only', { field });
}
