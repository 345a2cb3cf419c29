import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

/**
 * `npm run make-release-key -- FILE`: generates a key that signs releases, writes the private key to the new FILE, and
 * prints the line for `main/updates/release-keys.ts`. The holder of FILE decides what every till installs: keep FILE in
 * a safe, and on the releasing machine only during a release.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [file] = positionals;
if (file === undefined) {
  console.error('File of the private key required: npm run make-release-key -- FILE');
  process.exit(1);
}
const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
const shown = await exportJWK(publicKey);
const kid = `release-${(await calculateJwkThumbprint(shown)).slice(0, 12)}`;
writeFileSync(file, `${JSON.stringify({ ...(await exportJWK(privateKey)), kid })}\n`, { mode: 0o600, flag: 'wx' });
console.log(`Private key: ${file}\nFor main/updates/release-keys.ts:\n${JSON.stringify({ ...shown, kid })}`);
