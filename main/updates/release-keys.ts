import type { JWK } from 'jose';

/**
 * Public keys that may sign releases. Empty: updates are off, and the app shows why. `npm run make-release-key` creates
 * a key pair. Ship a new key one release before the old key is removed.
 */
export const releaseKeys: readonly JWK[] = [];
