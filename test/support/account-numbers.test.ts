import { describe, expect, test } from 'vitest';
import { maskAccountNumbers } from '../../main/support/account-numbers.ts';
import fc from '../base/properties.ts';

/** The examples of the registry for the countries of the shops and their neighbours, and two with letters in odd places. */
const ibans = [
  'BE71096123456769',
  'NL91ABNA0417164300',
  'FR1420041010050500013M02606',
  'DE89370400440532013000',
  'LU280019400644750000',
  'GB29NWBK60161331926819',
  'IT60X0542811101000000123456',
  'ES9121000418450200051332',
  'MT84MALT011000012345MTLCAST001S',
  'AT611904300234573201',
  'NO9386011117947',
  'PT50000201231234567890154',
] as const;

/** Between the characters: groups of four, everything apart, or whatever a person, a form or an encoding makes of it. */
const between = fc.constantFrom(
  '',
  ' ',
  '.',
  '-',
  '_',
  '/',
  '\u00a0',
  '\u202f',
  '\u2009',
  '\t',
  '\n',
  '%20',
  '\\u00a0',
  '\u200b',
  ' - ',
  '+',
);
const spelt = fc
  .tuple(
    fc.constantFrom(...ibans),
    fc.infiniteStream(fc.tuple(between, fc.boolean())),
    fc.constantFrom('every', 'groups', 'one', 'none'),
    fc.constantFrom('upper', 'lower', 'mixed'),
  )
  .map(([iban, draws, where, cases]) => {
    const own = new Map<string, string>();
    const characters = [...iban].map((character, index) => {
      const [gap, lower] = draws.next().value;
      const kind = own.get('gap') ?? gap;
      own.set('gap', kind);
      const cased = cases === 'upper' || (cases === 'mixed' && !lower) ? character : character.toLowerCase();
      const has = where === 'every' || (where === 'groups' && index % 4 === 0) || (where === 'one' && index === 4);
      return index > 0 && has ? (where === 'every' ? gap : kind) + cased : cased;
    });
    return { iban, text: characters.join('') };
  });
const surroundings = fc.constantFrom(
  ['', ''],
  ['The account ', ' was refused'],
  ['{"iban":"', '"}'],
  ["Error: account '", "' at line 3"],
  ['iban=', '&x=1'],
  ['iban: ', ', name'],
  ['(', ')'],
  ['IBAN', ''],
);

/** What would tell the account: any five characters of its middle with a digit, however it is written. */
function leaked(iban: string, shown: string): readonly string[] {
  const plain = shown.replaceAll(/%20|\\u00a0|[^A-Za-z0-9]/g, '').toUpperCase();
  const middle = iban.slice(4, -4);
  const parts = Array.from({ length: middle.length - 4 }, (_, index) => middle.slice(index, index + 5));
  return parts.filter((part) => /\d/.test(part) && plain.includes(part));
}

test('an account number is masked however it is spaced, dotted and cased, wherever it stands', () => {
  fc.assert(
    fc.property(spelt, surroundings, ({ iban, text }, [before = '', after = '']) => {
      const shown = maskAccountNumbers(before + text + after, 'cut');
      expect(leaked(iban, shown)).toEqual([]);
      expect(shown).toContain(`${iban.slice(0, 4)}…${iban.slice(-4)}`);
    }),
    { numRuns: 3_000 },
  );
});

test('one that is cut off, at either end, is masked as well', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ibans),
      fc.nat({ max: 20 }),
      fc.constantFrom('', ' ', '.', '-'),
      fc.boolean(),
      (iban, length, gap, lower) => {
        const written = (part: string) => {
          const cased = lower ? part.toLowerCase() : part;
          return (cased.match(/.{1,4}/g) ?? []).join(gap);
        };
        const start = iban.slice(0, Math.min(9 + length, iban.length - 1));
        expect(leaked(iban, maskAccountNumbers(`{"iban":"${written(start)}`, 'cut'))).toEqual([]);
      },
    ),
    { numRuns: 1_000 },
  );
  for (const end of ['096123456769', '0961 2345 6769', '0961.2345.6769'])
    expect(maskAccountNumbers(`…${end} is no account`, 'cut')).toBe('……6769 is no account');
});

test('an id is left as it is, unless it is a whole account number', () => {
  const ids = fc.oneof(
    fc.uuid(),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 24, maxLength: 24 }),
  );
  fc.assert(
    fc.property(ids, (id) => {
      // Two letters and digits alone, or one in a hundred of those that begin like an account number has its check digits:
      // that one is rightly masked.
      const shown = maskAccountNumbers(`/v3/payments/${id}`, 'cut');
      if (!shown.includes('…')) expect(shown).toBe(`/v3/payments/${id}`);
      else expect(shown).toMatch(/\/(?:ad|ae|ba|be|de|ee)\d\d.*…|\/(?:AD|AE|BA|BE|DE|EE)\d\d…/);
    }),
    { numRuns: 3_000 },
  );
  expect(maskAccountNumbers('TILL42-261122-17', 'whole')).toBe('TILL42-261122-17');
  expect(maskAccountNumbers('NL42-261122-1700', 'whole')).toBe('NL42-261122-1700');
  expect(maskAccountNumbers('be71 0961 2345 6769', 'whole')).toBe('BE71…6769');
});

describe('what the app itself logs stays as it is', () => {
  test.each([
    'The log cannot be opened: EACCES: permission denied, open C:\\Users\\till\\logs\\tillmate.log',
    'status 503, after 20 of 30 tries',
    'is 10 of 12 pages',
    'at 2026-11-22T04:40:00.000Z, no 12 more',
    'at 2026-11-22 04:40',
    'the clock is 1763786400000',
    'TypeError: x is not a function\n    at 12:34 (file:///app/out/main/chunks/sandbox-be12.js:120:12)',
    'https://127.0.0.1:45123/v3/payments?page=0&size=20',
    '4f3a0e12-be12-4567-89ab-012345678901',
  ])('%s', (line) => {
    expect(maskAccountNumbers(line, 'cut')).toBe(line);
  });
});
