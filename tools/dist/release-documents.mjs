import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CompactSign, importJWK } from 'jose';

/** Installers that a till can run by itself, by the ending of their names. */
const installers = /** @type {const} */ ([
  { ending: '.exe', platform: 'windows', administrator: true },
  { ending: '.zip', platform: 'macos', administrator: false },
  { ending: '.AppImage', platform: 'linux', administrator: false },
]);

/**
 * @typedef {object} ReleasePlan
 * @property {string} version
 * @property {string} folder of the installers; the documents are written beside them
 * @property {import('jose').JWK} key The private key, with its `kid`.
 * @property {number} share Per cent of the tills that take it.
 * @property {number} days for which the document is valid
 * @property {number} now ms since the epoch.
 */

/**
 * Signs what lies in the folder: `latest-<platform>.jws`, which tills ask for, and `<version>-<platform>.jws`, by which a
 * till finds the installer of the version that it runs. Both are the same document.
 * @param {ReleasePlan} plan
 */
export async function writeReleaseDocuments({ version, folder, key, share, days, now }) {
  const signingKey = await importJWK(key, 'ES256');
  const written = [];
  for (const platform of new Set(installers.map((installer) => installer.platform))) {
    const files = await filesOf(folder, version, platform);
    if (files.length === 0) continue;
    const issuedAt = new Date(now).toISOString();
    const expiresAt = new Date(now + days * 86_400_000).toISOString();
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

/** @param {string} folder @param {string} version @param {string} platform */
async function filesOf(folder, version, platform) {
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
