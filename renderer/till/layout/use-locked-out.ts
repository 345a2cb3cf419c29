import { useTill } from '../till-store.ts';

/** True while no PIN can be right, because the keychain cannot be read or has lost the terminal's record. */
export function useLockedOut(): boolean {
  return useTill(
    ({ role, notices }) => role === 'cashier' && notices.some(({ id }) => id.startsWith('open.keychain.')),
  );
}
