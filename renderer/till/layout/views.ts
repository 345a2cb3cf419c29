import type { Role } from '../../../preload/contract/views.ts';
import type { ViewName } from '../till-store.ts';

export interface View {
  readonly name: ViewName;
  /** The roles that may see it; others are asked for a PIN first. */
  readonly roles: readonly Role[];
  readonly keys?: string;
}

const everyone: readonly Role[] = ['cashier', 'manager', 'support'];
const managers: readonly Role[] = ['manager', 'support'];

export const views: readonly View[] = [
  { name: 'sale', roles: everyone },
  { name: 'payments', roles: everyone, keys: 'F2' },
  { name: 'day', roles: managers },
  { name: 'payouts', roles: managers },
  { name: 'settings', roles: managers },
  { name: 'support', roles: managers },
];

export function isForManagers({ roles }: View): boolean {
  return !roles.includes('cashier');
}
