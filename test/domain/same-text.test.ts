import { expect, test } from 'vitest';
import { sameText } from '../../main/domain/same-text.ts';
import { inBasicSepa } from '../../preload/contract/sepa-characters.ts';
import fc from '../base/properties.ts';

test.each([
  ['order 7', ' order 7 ', true, 'trimmed'],
  ['Crème & thé n° 7', 'Creme . the n. 7', true, 'best practices of the EPC'],
  ['Crème & thé n° 7', 'Creme + the n 7', true, 'the EPC table'],
  ['Müller_1', 'Mueller-1', true, 'German letters'],
  ['Straße 5', 'Strasse 5', true, 'sharp s'],
  ['Ивана 7', 'Ivana 7', true, 'Cyrillic'],
  ['5 € [a]', '5 E (a)', true, 'euro and brackets'],
  ['Zoë', 'Zoe\u0308', true, 'decomposed'],
  ['a\\b', 'a/b', true, 'a backslash'],
  ['order 7', 'ORDER 7', false, 'another case'],
  ['order 7', 'order 8', false, 'another number'],
  ['Ä1', 'B1', false, 'another letter'],
  ['A.1', 'AX1', false, 'a full stop is no wildcard'],
  ['é', '', false, 'nothing left'],
])('%s returned as %s: %s (%s)', (sent, returned, expected) => {
  expect(sameText(sent, returned)).toBe(expected);
});

test('a reference of basic characters is compared exactly', () => {
  const basic = fc.stringMatching(/^[A-Za-z0-9/?:().,'+-]{1,35}$/);
  fc.assert(fc.property(basic, basic, (sent, returned) => sameText(sent, returned) === (sent === returned)));
});

test('a text matches its own basic characters', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~À-ſ]{1,35}$/), (sent) => {
      const basic = inBasicSepa(sent);
      return basic === undefined || basic === '' || sameText(sent, basic);
    }),
  );
});
