/** Cost of each PIN guess against a stolen keychain entry: about 60 ms and 32 MiB on a till's processor. */
export const PIN_COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** PBKDF2 rounds for files with a passphrase: about half a second per guess on a till's processor. */
export const PASSPHRASE_ROUNDS = 600_000;
