import { join, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';
import { fileFor, isOwnPage, pageUrl, pictureFor, securityHeaders } from '../../main/shell/page-security.ts';

const ROOT = resolve('/opt/tillmate/out/renderer');

test('serves the pages of both windows and their assets', () => {
  expect(fileFor(pageUrl('till'), ROOT)).toEqual({
    path: join(ROOT, 'till', 'index.html'),
    type: 'text/html; charset=utf-8',
  });
  expect(fileFor('app://tillmate/assets/till-abc.js', ROOT)?.type).toBe('text/javascript; charset=utf-8');
  expect(fileFor('app://tillmate/assets/inter.woff2?v=1', ROOT)?.path).toBe(join(ROOT, 'assets', 'inter.woff2'));
});

test.each([
  'app://tillmate/../main/index.js',
  'app://tillmate/%2e%2e/main/index.js',
  'app://tillmate/%2e%2e%2fmain%2findex.js',
  'app://tillmate/assets/..%2f..%2f..%2fetc/passwd.html',
  'app://tillmate/..%5c..%5cmain%5cindex.js',
  'app://tillmate/assets\\..\\..\\main/index.js',
  'app://tillmate/%00.html',
  'app://tillmate/C:/windows/x.html',
  'app://tillmate/%ff.html',
  'app://tillmate//etc/passwd.html/../../x.html',
])('%s reaches no file outside the windows', (url) => {
  const file = fileFor(url, ROOT);
  if (file !== undefined) expect(file.path.startsWith(ROOT + sep)).toBe(true);
});

test.each([
  'app://tillmate/',
  'app://tillmate/till/',
  'app://tillmate/package.json',
  'app://tillmate/till/index.js.map',
  'app://tillmate/x.exe',
])('does not serve %s', (url) => {
  expect(fileFor(url, ROOT)).toBeUndefined();
});

test.each([
  'app://other/till/index.html',
  'app://tillmate.evil/till/index.html',
  'https://tillmate/till/index.html',
  'file:///till/index.html',
  'about:blank',
  '',
  'app://tillmate:81/till/index.html',
])('%s is not our origin', (url) => {
  expect(isOwnPage(url)).toBe(false);
});

const PICTURE = `${'0123456789abcdef'.repeat(4)}.png`;

test('finds a picture by its name from main', () => {
  const folder = resolve('/data/pictures');
  expect(pictureFor(`app://tillmate/pictures/${PICTURE}`, folder)).toEqual({
    path: join(folder, PICTURE),
    type: 'image/png',
  });
});

test.each([
  `https://tillmate/pictures/${PICTURE}`,
  `app://elsewhere/pictures/${PICTURE}`,
  `app://tillmate/pictures/../terminal.json`,
  `app://tillmate/pictures/..%2fterminal.json`,
  `app://tillmate/pictures/..%2f${PICTURE}`,
  `app://tillmate/pictures/${PICTURE}.new`,
  `app://tillmate/pictures/${PICTURE.toUpperCase()}`,
  `app://tillmate/pictures/deeper/${PICTURE}`,
  'app://tillmate/pictures/',
  'app://tillmate/pictures/logo.svg',
])('%s is no picture', (url) => {
  expect(pictureFor(url, resolve('/data/pictures'))).toBeUndefined();
});

test('no page may reach any network, frame anything or run a script that is not a file of ours', () => {
  const policy = securityHeaders('text/html')['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('connect-src');
  expect(policy).not.toContain('unsafe-eval');
  expect(securityHeaders('text/html')['x-content-type-options']).toBe('nosniff');
});
