import type { Role } from '../../../preload/contract/views.ts';
import type { ViewName } from '../till-store.ts';

/** A view that the header links to. */
export interface View {
  readonly name: ViewName;
  /** The roles that may see it; others are asked for a PIN first. */
  readonly roles: readonly Role[];
  /** The key that opens it (docs/interface.md, Keys). */
  readonly keys?: string;
}

const everyone: readonly Role[] = ['cashier', 'manager', 'support'];
const managers: readonly Role[] = ['manager', 'support'];

/** In the order of the header. */
export const views: readonly View[] = [
  { name: 'sale', roles: everyone },
  { name: 'payments', roles: everyone, keys: 'F2' },
  { name: 'day', roles: managers },
  { name: 'payouts', roles: managers },
  { name: 'settings', roles: managers },
  { name: 'support', roles: managers },
];

/** A view that everybody at the till may see. */
export function isForManagers({ roles }: View): boolean {
  return !roles.includes('cashier');
}
