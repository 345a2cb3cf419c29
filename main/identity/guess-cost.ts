/** The price of guessing a PIN out of the keychain's entry: about 60 ms and 32 MiB on a till's processor for each guess. */
export const PIN_COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** Rounds of PBKDF2 for a file of ours: about half a second for each guess at its passphrase on a till's processor. */
export const PASSPHRASE_ROUNDS = 600_000;
