import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { releaseKeys } from '../../main/updates/release-keys.ts';
import { writeReleaseDocuments } from './release-documents.mjs';

/**
 * `npm run sign-release -- [--share=PERCENT] [--days=DAYS] [--folder=DIR]`: signs the installers in `dist/` as a release
 * that tills take by themselves. TILLMATE_RELEASE_KEY names the file with the private key, which
 * `tools/dist/make-release-key.mjs` makes. Run it again with a larger share to give the release to more tills, and before
 * its days are over.
 */
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
  console.log('No release for updates: TILLMATE_RELEASE_KEY names no key, and tills take nothing that is not signed.');
  process.exit(0);
}
const [share, days] = [Number(values.share), Number(values.days)];
if (!(share >= 0 && share <= 100) || !(days >= 1 && days <= 366)) {
  console.error('--share is a per cent from 0 to 100, and --days a number from 1 to 366.');
  process.exit(1);
}
const key = JSON.parse(readFileSync(keyFile, 'utf8'));
if (!releaseKeys.some(({ kid, x }) => kid === key.kid && x === key.x))
  console.log(`The key ${key.kid} is not in main/updates/release-keys.ts: this build's own tills do not know it.`);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = values.folder;
const release = { version, folder, key, share, days, now: Date.now() };
const written = existsSync(folder) ? await writeReleaseDocuments(release) : [];
console.log(
  written.length === 0
    ? `No installer of ${version} that a till can install by itself lies in ${folder}.`
    : `Signed for ${share} % of the tills, for ${days} days: ${written.join(', ')}. Publish them after the installers.`,
);
