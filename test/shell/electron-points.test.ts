import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/**
 * Electron's security recommendations that no test can observe without Electron, checked in the sources: a single file
 * creates windows, with exactly the settings checked here.
 */

const root = join(import.meta.dirname, '../..');
const sources = new Map(
  ['main', 'preload', 'renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|html)$/.test(name))
      .map(
        (name) => [`${folder}/${name.replaceAll('\\', '/')}`, readFileSync(join(root, folder, name), 'utf8')] as const,
      ),
  ),
);
/** The files matching the pattern outside comments. */
const filesWith = (pattern: RegExp) =>
  [...sources]
    .filter(([, text]) => pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
    .map(([name]) => name);

const WINDOWS = 'main/shell/window-set.ts';
/** The test pictures of screens: pages written by main, without a preload. */
const PICTURES = 'main/shell/test-pictures.ts';

test('each window is isolated, sandboxed and without Node', () => {
  expect(filesWith(/new (?:BrowserWindow|BaseWindow|WebContentsView|BrowserView)\(/)).toEqual([PICTURES, WINDOWS]);
  expect(filesWith(/\bwebPreferences\b/)).toEqual([PICTURES, WINDOWS]);
  for (const file of [WINDOWS, PICTURES] as const) {
    const [, preferences = ''] = /webPreferences: \{([^}]*)\}/.exec(sources.get(file) ?? '') ?? [];
    for (const setting of ['contextIsolation: true', 'sandbox: true', 'nodeIntegration: false'])
      expect(preferences).toContain(`${setting},`);
  }
});

test('no window has a setting that weakens it', () => {
  const weakening =
    /\b(?:webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|nodeIntegrationIn\w+|additionalArguments|allowDisplayingInsecureContent|disableBlinkFeatures|enableWebSQL|enablePreferredSizeMode|devTools: true)\b/;
  expect(filesWith(weakening)).toEqual([]);
  expect(filesWith(/appendSwitch|appendArgument|setCertificateVerifyProc|certificate-error/)).toEqual([]);
});

test('no page has a web view', () => {
  expect(sources.get(WINDOWS)).toContain('webviewTag: false,');
  expect(filesWith(/<webview|allowpopups/i)).toEqual([]);
  expect(filesWith(/will-attach-webview/)).toEqual(['main/shell/web-contents-guard.ts']);
});

test('no window loads a file or an address of the network', () => {
  expect(filesWith(/\bloadFile\(/)).toEqual([]);
  for (const name of filesWith(/\bloadURL\(/))
    expect(sources.get(name)).toMatch(/\bloadURL\((?:pageUrl\(|pictureUrl\(|plainUrl\))/);
  expect(filesWith(/\bloadURL\(/).length).toBeGreaterThan(0);
  for (const [name, text] of sources)
    if (name.endsWith('.html')) expect(text).not.toMatch(/(?:src|href)="(?:https?:|file:|\/\/)/);
});

test('one file listens to the windows', () => {
  expect(filesWith(/\bipcMain\b/)).toEqual(['main/shell/ipc.ts']);
  expect(filesWith(/\bipcRenderer\b/)).toEqual(['preload/index.ts']);
  expect(filesWith(/\bcontextBridge\b/)).toEqual(['preload/index.ts']);
});

test('one file opens addresses outside the app', () => {
  expect(filesWith(/\bopenExternal\(/)).toEqual(['main/shell/shell.ts']);
  expect(filesWith(/\b(?:openPath|showItemInFolder)\(/)).toEqual([]);
});

test('the crash reporter is never started', () => {
  expect(filesWith(/\bcrashReporter\b/)).toEqual([]);
});

test('Electron is one exact version, the one that SECURITY.md names', () => {
  const { electron } = packageJson.devDependencies;
  expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toContain(`| ${electron}, exactly |`);
});
