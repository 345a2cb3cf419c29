import { expect, test } from 'vitest';
import { findJsonSyntaxError } from '../../main/base/json-syntax.ts';
import fc from './properties.ts';

test.each([
  ['a comma too many', '{\n  "shop": 1,\n}', 3, 1],
  ['a missing comma', '{\n  "shop": 1\n  "pos": 2\n}', 3, 3],
  ['a word that is no value', '{\n "a": tru\n}', 2, 7],
  ['a text without its end, where it begins,', '{"a": "x', 1, 7],
  ['a text with a line break, where it begins,', '{"a": "x\ny"}', 1, 7],
  ['a text with an escape that JSON does not have, where it begins,', '{"a":"\\x"}', 1, 6],
  ['something behind the end', '{} {}', 1, 4],
  ['nothing at all', '', 1, 1],
])('%s is found at its line and column', (_what, text, line, column) => {
  expect(findJsonSyntaxError(text)).toEqual({ line, column });
});

test('a deeply nested file is refused without overflow', () => {
  expect(findJsonSyntaxError('['.repeat(200_000))).toEqual({ line: 1, column: 65 });
  expect(findJsonSyntaxError('{"a":'.repeat(200_000))).toBeDefined();
});

test('text parsed by the runtime has no fault', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 6 }), (text) => findJsonSyntaxError(text) === undefined));
});

test('a changed character is a fault exactly as in the runtime', () => {
  const broken = fc.tuple(
    fc.json({ maxDepth: 4 }),
    fc.nat(),
    fc.constantFrom('"', '{', ']', ',', ':', '\\', '\n', '0', 'e'),
  );
  fc.assert(
    fc.property(broken, ([text, at, character]) => {
      const index = text.length === 0 ? 0 : at % text.length;
      const changed = text.slice(0, index) + character + text.slice(index + 1);
      return (findJsonSyntaxError(changed) === undefined) === isJson(changed);
    }),
    { numRuns: 2_000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
