import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { firmFiles } from '../../main/base/patient-files.ts';
import { replaceImage, startImage } from '../../main/shell/app-image.ts';
import { createInstaller, installKind } from '../../main/shell/update-installer.ts';
import type { InstallKind } from '../../main/updates/installer.ts';
import { type Platform, readRelease } from '../../main/updates/release.ts';
import { onlyOnLinux } from '../base/only-where.ts';
import { folder } from '../base/test-folder.ts';
import { fileOf, releaseMaker } from '../updates/release-maker.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const installer = (version: string, kind: InstallKind = 'exe', startAgain = () => {}) =>
  createInstaller({
    version,
    folder,
    kind,
    log: { info: () => undefined, warn: () => undefined },
    ready: () => Promise.resolve(),
    quit: () => undefined,
    releaseLock: () => undefined,
    startAgain,
  });

/** Version 1.1.0, prepared for Windows by the real NSIS updater. */
async function task(back: boolean, platform: Platform = 'windows', name = 'Tillmate Setup 1.1.0.exe') {
  const maker = await releaseMaker();
  const content = Buffer.from('an installer');
  const files = [fileOf(name, content)];
  const document = await maker.sign('1.1.0', content, { platform, files });
  const release = await readRelease(document, platform, [maker.publicKey]);
  const [file] = release.files;
  if (file === undefined) throw new Error('The release has no file');
  return { release, file, back, write: async (path: string) => writeFileSync(path, content) };
}

test('prepares the Windows installer in the till’s own folder', async () => {
  const path = await installer('1.0.0').prepare(await task(false));
  expect(path).toBe(join(folder, 'tillmate-updater/pending/Tillmate Setup 1.1.0.exe'));
  expect(readFileSync(path, 'utf8')).toBe('an installer');
});

test('the updater requires a newer version except for rollbacks', async () => {
  const forward = await task(false);
  await expect(installer('1.1.0').prepare(forward)).rejects.toMatchObject({ code: 'update.install' });
  await expect(installer('1.2.0').prepare(forward)).rejects.toMatchObject({ code: 'update.install' });
  expect(await installer('1.2.0').prepare(await task(true))).toContain('Tillmate Setup 1.1.0.exe');
});

test('refuses to install without preparation', () => {
  expect(() => installer('1.0.0').install()).toThrow(expect.objectContaining({ code: 'update.install' }));
});

describe('an AppImage', onlyOnLinux('an AppImage is replaced as only Linux replaces one'), () => {
  /** Version 1.0.0 named as by electron-builder, with 1.1.0 prepared, and the contents of the image at each restart. */
  async function readyImage() {
    const image = join(folder, 'shop/Tillmate-1.0.0.AppImage');
    mkdirSync(dirname(image));
    writeFileSync(image, 'the version that runs');
    vi.stubEnv('APPIMAGE', image);
    vi.stubEnv('APPDIR', dirname(process.execPath));
    const started: string[] = [];
    const ready = installer('1.0.0', 'AppImage', () => void started.push(readFileSync(image, 'utf8')));
    const laid = await ready.prepare(await task(false, 'linux', 'Tillmate-1.1.0.AppImage'));
    return { image, started, laid, install: ready.install };
  }

  test('keeps its file name, known to autostart, and stays executable', async () => {
    const { image, started, install } = await readyImage();
    writeFileSync(`${image}.next`, 'left by a power cut');
    install();
    expect(readdirSync(dirname(image))).toEqual(['Tillmate-1.0.0.AppImage']);
    expect(statSync(image).mode & 0o777).toBe(0o755);
    expect(started).toEqual(['an installer']);
  });

  test('stays unchanged when the new image cannot be copied', async () => {
    const { image, started, laid, install } = await readyImage();
    rmSync(laid);
    expect(install).toThrow(expect.objectContaining({ code: 'update.install' }));
    expect(readdirSync(dirname(image))).toEqual(['Tillmate-1.0.0.AppImage']);
    expect(readFileSync(image, 'utf8')).toBe('the version that runs');
    expect(started).toEqual([]);
  });

  test('stays unchanged when the new image cannot replace the file', async () => {
    const { image, laid } = await readyImage();
    const rename = () => {
      throw new Error('EACCES');
    };
    expect(() => replaceImage(image, laid, { rename, remove: firmFiles.remove })).toThrow('EACCES');
    expect(readdirSync(dirname(image))).toEqual(['Tillmate-1.0.0.AppImage']);
    expect(readFileSync(image, 'utf8')).toBe('the version that runs');
  });

  test.each([
    [{ DISPLAY: ':0' }, ['--training'], '--ozone-platform=x11 --training'],
    [{ DISPLAY: ':0' }, ['--training', '--ozone-platform=x11'], '--training --ozone-platform=x11'],
    [{ DISPLAY: '' }, ['--training', '--no-customer-display'], '--training --no-customer-display'],
  ])('restarts with its options, and X11 if available: %j %j', async (env, given, args) => {
    const image = join(folder, 'Tillmate.AppImage');
    writeFileSync(image, '#!/bin/sh\necho "$*" > "$0.new"; mv "$0.new" "$0.started"\n', { mode: 0o755 });
    startImage(image, given, { ...process.env, ...env });
    await expect.poll(() => existsSync(`${image}.started`)).toBe(true);
    expect(readFileSync(`${image}.started`, 'utf8')).toBe(`${args}\n`);
  });
});

test('recognises the installation kind by files next to the program', () => {
  const program = (platform: NodeJS.Platform, env = {}) => ({ platform, execPath: join(folder, 'Tillmate'), env });
  expect(installKind(program('darwin'))).toBe('zip');
  expect(installKind(program('linux'))).toBeUndefined();
  expect(installKind(program('linux', { APPIMAGE: '/opt/Tillmate.AppImage', APPDIR: folder }))).toBe('AppImage');
  // An APPIMAGE variable of a different program: accepting its path would autostart and overwrite a foreign file.
  expect(installKind(program('linux', { APPIMAGE: '/opt/Tillmate.AppImage' }))).toBeUndefined();
  const ofAnother = { APPIMAGE: '/opt/Terminal.AppImage', APPDIR: '/opt/mounted-terminal' };
  expect(installKind(program('linux', ofAnother))).toBeUndefined();
  expect(installKind(program('win32'))).toBeUndefined();
  writeFileSync(join(folder, 'Uninstall Tillmate.exe'), '');
  expect(installKind(program('win32'))).toBe('exe');
});
