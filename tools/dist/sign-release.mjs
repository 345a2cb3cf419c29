import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { CompactSign, importJWK } from 'jose';
import { releaseKeys } from '../../main/updates/release-keys.ts';

/**
 * `npm run sign-release -- [--share=PERCENT] [--days=DAYS] [--folder=DIR]`: signs the installers in `dist/` as a
 * release that tills install automatically. TILLMATE_RELEASE_KEY names the private key file of
 * `tools/dist/make-release-key.mjs`. Run again with a larger share to reach more tills, and before the days are over.
 */
/** Installers that a till can run unattended, by file extension. */
const installers = /** @type {const} */ ([
  { ending: '.exe', platform: 'windows', administrator: true },
  { ending: '.zip', platform: 'macos', administrator: false },
  { ending: '.AppImage', platform: 'linux', administrator: false },
]);

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '100' },
    days: { type: 'string', default: '60' },
    folder: { type: 'string', default: join(root, 'dist') },
  },
});
const keyFile = process.env['TILLMATE_RELEASE_KEY'];
if (keyFile === undefined || keyFile === '') {
  console.log('No release for updates: TILLMATE_RELEASE_KEY is not set, and tills install signed releases only.');
  process.exit(0);
}
const [share, days] = [Number(values.share), Number(values.days)];
if (!(share >= 0 && share <= 100) || !(days >= 1 && days <= 366)) {
  console.error('--share is a per cent from 0 to 100, and --days a number from 1 to 366.');
  process.exit(1);
}
const key = JSON.parse(readFileSync(keyFile, 'utf8'));
if (!releaseKeys.some(({ kid, x }) => kid === key.kid && x === key.x))
  console.log(`Key ${key.kid} is not in main/updates/release-keys.ts: tills of this build do not accept it.`);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { folder } = values;
const written = existsSync(folder) ? await writeDocuments() : [];
console.log(
  written.length === 0
    ? `No self-installing package of ${version} in ${folder}.`
    : `Signed for ${share} % of the tills, for ${days} days: ${written.join(', ')}. Publish them after the installers.`,
);

/**
 * Writes `latest-<platform>.jws`, which tills poll, and `<version>-<platform>.jws`, where a till finds the installer of
 * its running version. Both are the same signed document.
 */
async function writeDocuments() {
  const signingKey = await importJWK(key, 'ES256');
  const now = Date.now();
  const [issuedAt, expiresAt] = [now, now + days * 86_400_000].map((at) => new Date(at).toISOString());
  const written = [];
  for (const platform of new Set(installers.map((installer) => installer.platform))) {
    const files = await filesOf(platform);
    if (files.length === 0) continue;
    const release = { platform, version, issuedAt, expiresAt, share, files };
    const document = await new CompactSign(Buffer.from(JSON.stringify(release)))
      .setProtectedHeader({ alg: 'ES256', kid: String(key.kid), typ: 'tillmate-release' })
      .sign(signingKey);
    for (const name of [`latest-${platform}.jws`, `${version}-${platform}.jws`]) {
      writeFileSync(join(folder, name), document);
      written.push(name);
    }
  }
  return written;
}

/** @param {string} platform */
async function filesOf(platform) {
  const found = [];
  for (const name of readdirSync(folder).sort()) {
    const installer = installers.find((one) => one.platform === platform && name.endsWith(one.ending));
    if (installer === undefined || /\d+\.\d+\.\d+/.exec(name)?.[0] !== version) continue;
    const path = join(folder, name);
    const hash = createHash('sha512');
    await pipeline(createReadStream(path), hash);
    const arch = name.includes('arm64') ? 'arm64' : 'x64';
    const { size } = statSync(path);
    found.push({ name, arch, size, sha512: hash.digest('base64'), administrator: installer.administrator });
  }
  return found;
}
