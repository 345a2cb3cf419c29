import type { CheckMend } from '../../../../preload/contract/checks.ts';
import { useTill, useUi } from '../../till-store.ts';

/** Undefined for whoever may not go there. */
export function useMend({ view, part }: CheckMend): (() => void) | undefined {
  const lead = useUi((ui) => ui.lead);
  const role = useTill((till) => till.role);
  return role === 'cashier' ? undefined : () => lead({ view, part });
}
