import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languageAtStart } from '../../main/settings/language-at-start.ts';
import { folder } from '../base/test-folder.ts';

test('uses the language in the settings, even of newer versions', () => {
  const settings = { version: 99, counter: { languages: { till: 'fr', another: 'it' } } };
  writeFileSync(join(folder, 'terminal.json'), JSON.stringify(settings));
  expect(languageAtStart(folder, 'de-DE')).toBe('fr');
});

test.each(['', '{"counter":{"languages":{"till":"xx"}}}', '[]'])(
  "without a language (%j) uses the system's, otherwise English",
  (text) => {
    expect(languageAtStart(join(folder, 'nowhere'), 'nl-BE')).toBe('nl');
    writeFileSync(join(folder, 'terminal.json'), text);
    expect(languageAtStart(folder, 'de-AT')).toBe('de');
    expect(languageAtStart(folder, 'it-IT')).toBe('en');
  },
);
