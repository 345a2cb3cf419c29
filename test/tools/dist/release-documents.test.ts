import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFile } from '../../../main/updates/kept-releases.ts';
import { checkAge, readRelease } from '../../../main/updates/release.ts';
import { folder } from '../../base/test-folder.ts';

const tools = join(import.meta.dirname, '../../../tools/dist');
const { version } = JSON.parse(readFileSync(join(tools, '../../package.json'), 'utf8')) as { version: string };

/** Runs a release tool on the files in `folder`, on the command line. */
function run(tool: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { TILLMATE_RELEASE_KEY: _unset, ...rest } = process.env;
  return spawnSync(process.execPath, [join(tools, tool), ...args], { encoding: 'utf8', env: { ...rest, ...env } });
}

test('tills accept signed releases for every system', async () => {
  const keyFile = join(folder, 'key.json');
  const made = execFileSync(process.execPath, [join(tools, 'make-release-key.mjs'), keyFile], { encoding: 'utf8' });
  const publicKey = JSON.parse(made.trim().split('\n').at(-1) ?? '');
  expect(publicKey).not.toHaveProperty('d');
  const names = [
    `Tillmate Setup ${version}.exe`,
    `Tillmate-${version}-arm64-mac.zip`,
    `Tillmate-${version}-mac.zip`,
    `Tillmate-${version}.AppImage`,
    `tillmate_${version}_amd64.deb`,
    'Tillmate-0.0.1.AppImage',
  ];
  for (const name of names) writeFileSync(join(folder, name), `what is in ${name}`);

  const signed = run('sign-release.mjs', [`--folder=${folder}`, '--share=20', '--days=30'], {
    TILLMATE_RELEASE_KEY: keyFile,
  });
  expect(signed.stderr).not.toMatch(/error/i);
  expect(signed.stdout).toContain('for 20 % of the tills, for 30 days');
  const document = (name: string) => readFileSync(join(folder, name), 'utf8');
  const linux = await readRelease(document('latest-linux.jws'), 'linux', [publicKey]);
  expect(linux).toMatchObject({ version, share: 20, files: [{ name: `Tillmate-${version}.AppImage`, arch: 'x64' }] });
  expect(document(`${version}-linux.jws`)).toBe(document('latest-linux.jws'));
  const days = (Date.parse(linux.expiresAt) - Date.parse(linux.issuedAt)) / 86_400_000;
  expect(days).toBe(30);
  checkAge(linux, Date.now(), 0);
  const windows = await readRelease(document('latest-windows.jws'), 'windows', [publicKey]);
  expect(windows.files.map(({ administrator }) => administrator)).toEqual([true]);
  const macos = await readRelease(document('latest-macos.jws'), 'macos', [publicKey]);
  expect(macos.files.map(({ arch }) => arch).sort()).toEqual(['arm64', 'x64']);
  for (const file of [...linux.files, ...windows.files, ...macos.files]) await checkFile(file, join(folder, file.name));
});

test('without a key, signs nothing and says so', () => {
  writeFileSync(join(folder, `Tillmate-${version}.AppImage`), 'new');
  const { status, stdout } = run('sign-release.mjs', [`--folder=${folder}`]);
  expect(status).toBe(0);
  expect(stdout).toContain('TILLMATE_RELEASE_KEY is not set');
  expect(readdirSync(folder)).toEqual([`Tillmate-${version}.AppImage`]);
});

test('finds no installer in a folder without a build', () => {
  const keyFile = join(folder, 'key.json');
  run('make-release-key.mjs', [keyFile]);
  const none = join(folder, 'dist');
  const { status, stdout } = run('sign-release.mjs', [`--folder=${none}`], { TILLMATE_RELEASE_KEY: keyFile });
  expect(status).toBe(0);
  expect(stdout).toContain(`in ${none}.`);
});

test('never overwrites an existing key', () => {
  const keyFile = join(folder, 'key.json');
  writeFileSync(keyFile, 'the key of before');
  expect(run('make-release-key.mjs', [keyFile]).status).not.toBe(0);
  expect(readFileSync(keyFile, 'utf8')).toBe('the key of before');
});
