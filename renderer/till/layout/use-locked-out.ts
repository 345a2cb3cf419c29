import { useTill } from '../till-store.ts';

/** Whether nobody can sign in, because the keychain cannot be read or has lost the terminal's record: no PIN is right then. */
export function useLockedOut(): boolean {
  return useTill(
    ({ role, notices }) => role === 'cashier' && notices.some(({ id }) => id.startsWith('open.keychain.')),
  );
}
