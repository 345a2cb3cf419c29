import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pointsOf } from '../../tools/check-electron/points.mjs';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const text = read('SECURITY.md');
const points = pointsOf(text);

/** The recommendations of electronjs.org/docs/latest/tutorial/security, by their headings. */
const RECOMMENDATIONS = [
  'Only load secure content',
  'Do not enable Node.js integration for remote content',
  'Enable Context Isolation',
  'Enable process sandboxing',
  'Handle session permission requests from remote content',
  'Do not disable webSecurity',
  'Define a Content Security Policy',
  'Do not enable allowRunningInsecureContent',
  'Do not enable experimental features',
  'Do not use enableBlinkFeatures',
  'Do not use allowpopups for WebViews',
  'Verify WebView options before creation',
  'Disable or limit navigation',
  'Disable or limit creation of new windows',
  'Do not use shell.openExternal with untrusted content',
  'Use a current version of Electron',
  'Validate the sender of all IPC messages',
  'Avoid usage of the file:// protocol and prefer usage of custom protocols',
  'Check which fuses you can change',
  'Do not expose Electron APIs to untrusted web content',
];

test("the table lists Electron's twenty recommendations in order", () => {
  expect(points.map(({ number, title }) => `${number} ${title}`)).toEqual(
    RECOMMENDATIONS.map((title, index) => `${index + 1} ${title}`),
  );
});

test.each(points)('each test named in point $number exists', ({ proofs }) => {
  expect(proofs.length).toBeGreaterThan(0);
  for (const { file, test: name } of proofs) {
    expect(existsSync(join(root, file))).toBe(true);
    expect(namesOfTests(read(file))).toContain(name);
  }
});

test('the README and the documents link to SECURITY.md', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/interface.md'];
  expect(documents.filter((document) => !read(document).includes('SECURITY.md'))).toEqual([]);
});

/** Returns the names of the tests in a file; names of test tables keep their placeholders. */
function namesOfTests(source: string): readonly string[] {
  const declared = source.matchAll(/^ *test(?:\.each(?:<[^>]*>+)?\([\s\S]*?\n?\]?\))?\(\s*(['"`])(.*?)\1,/gm);
  const ofTables = source.matchAll(/^ *\]?\)\((['"`])(.*?)\1,/gm);
  return [...declared, ...ofTables].map(([, , name = '']) => name);
}
