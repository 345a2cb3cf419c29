import type { JWK } from 'jose';

/**
 * The public keys of whoever releases Tillmate: what one of them has signed may be installed, and nothing else. Empty, the
 * app takes no updates and says so. `node tools/dist/make-release-key.mjs` makes a key and prints its line for here; a new
 * key is shipped one release before the old one is taken out.
 */
export const releaseKeys: readonly JWK[] = [];
