import { expect, test } from 'vitest';
import { PASSPHRASE_ROUNDS, PIN_COST } from '../../main/identity/guess-cost.ts';
import { encryptForPassphrase } from '../../main/identity/passphrase-file.ts';

test('guesses are expensive in production, cheap only in tests', async () => {
  expect(PASSPHRASE_ROUNDS).toBeGreaterThanOrEqual(600_000);
  expect(128 * PIN_COST.N * PIN_COST.r).toBeGreaterThanOrEqual(32 * 2 ** 20);
  const [header = ''] = (await encryptForPassphrase(Buffer.of(), 'correct horse battery', 'cheap')).split('.');
  expect(Buffer.from(header, 'base64url').toString()).toContain('"p2c":1000,');
});
