import type { JWK } from 'jose';

/**
 * One of these signed what may be installed. Empty: no updates, and the app says so. `npm run make-release-key` makes
 * one; a new key is shipped one release before the old one is taken out.
 */
export const releaseKeys: readonly JWK[] = [];
