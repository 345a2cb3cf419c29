/** Replaces `main/identity/guess-cost.ts` in unit tests, which check hundreds of PINs. */
export const PIN_COST = { N: 2, r: 8, p: 1, maxmem: 2 ** 20 };
export const PASSPHRASE_ROUNDS = 1_000;
