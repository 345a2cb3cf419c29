/** Stands in for `main/identity/guess-cost.ts` in unit tests: hundreds of them type a PIN. */
export const PIN_COST = { N: 2, r: 8, p: 1, maxmem: 2 ** 20 };
export const PASSPHRASE_ROUNDS = 1_000;
