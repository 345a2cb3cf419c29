import { expect, test } from 'vitest';
import { withElectron } from './with-electron.ts';

const electron = `
  export const app = { getPreferredSystemLanguages: () => ['nl-BE', 'fr-BE'] };
  export const dialog = {}, session = {}, protocol = {};`;

test.each([
  ['darwin', 'nl-BE'],
  ['linux', new Intl.DateTimeFormat().resolvedOptions().locale],
])('a start that fails on %s speaks the language of its person: %s', (platform, language) => {
  expect(withElectron(platform, electron, "return (await load('main/shell/app-lifecycle.ts')).systemLanguage();")).toBe(
    language,
  );
});
