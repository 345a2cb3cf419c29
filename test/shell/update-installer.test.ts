import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInstaller, installKind } from '../../main/shell/update-installer.ts';
import { readRelease } from '../../main/updates/release.ts';
import { fileOf, releaseMaker } from '../updates/release-maker.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-installer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const installer = (version: string) =>
  createInstaller({
    version,
    folder,
    kind: 'exe',
    log: { info: () => undefined, warn: () => undefined },
    ready: () => Promise.resolve(),
    quit: () => undefined,
    releaseLock: () => undefined,
  });

/** What is laid ready of 1.1.0 for Windows, by the real updater of NSIS. */
async function task(back: boolean) {
  const maker = await releaseMaker();
  const content = Buffer.from('an installer');
  const files = [fileOf('Tillmate Setup 1.1.0.exe', content)];
  const document = await maker.sign('1.1.0', content, { platform: 'windows', files });
  const release = await readRelease(document, 'windows', [maker.publicKey]);
  const [file] = release.files;
  if (file === undefined) throw new Error('The release has no file');
  return { release, file, back, write: async (path: string) => writeFileSync(path, content) };
}

test("Windows' installer is laid ready in the till's own folder", async () => {
  const path = await installer('1.0.0').prepare(await task(false));
  expect(path).toBe(join(folder, 'tillmate-updater/pending/Tillmate Setup 1.1.0.exe'));
  expect(readFileSync(path, 'utf8')).toBe('an installer');
});

test('the updater itself refuses what is no newer, unless the till goes back', async () => {
  const forward = await task(false);
  await expect(installer('1.1.0').prepare(forward)).rejects.toMatchObject({ code: 'update.install' });
  await expect(installer('1.2.0').prepare(forward)).rejects.toMatchObject({ code: 'update.install' });
  expect(await installer('1.2.0').prepare(await task(true))).toContain('Tillmate Setup 1.1.0.exe');
});

test('nothing is installed that was not laid ready', () => {
  expect(() => installer('1.0.0').install()).toThrow(expect.objectContaining({ code: 'update.install' }));
});

test('an installation is known by what lies beside its program', () => {
  const program = (platform: NodeJS.Platform, env = {}) => ({ platform, execPath: join(folder, 'Tillmate'), env });
  expect(installKind(false, program('darwin'))).toBeUndefined();
  expect(installKind(true, program('darwin'))).toBe('zip');
  expect(installKind(true, program('linux'))).toBeUndefined();
  expect(installKind(true, program('linux', { APPIMAGE: '/opt/Tillmate.AppImage' }))).toBe('AppImage');
  expect(installKind(true, program('win32'))).toBeUndefined();
  writeFileSync(join(folder, 'Uninstall Tillmate.exe'), '');
  expect(installKind(true, program('win32'))).toBe('exe');
});
