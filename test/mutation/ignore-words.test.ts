import { describe, expect, test } from 'vitest';
import { isWords } from './ignore-words.mjs';

const name = (text: string) => ({ type: 'Identifier', name: text });
const text = { type: 'StringLiteral' };
const call = (type: string, callee: object, args: readonly object[]) => ({ type, callee, arguments: [...args] });
const member = (object: object, property: string) => ({ type: 'MemberExpression', object, property: name(property) });
const log = (object: object) => call('CallExpression', member(object, 'warn'), [name('facts'), text]);

describe('faults are planted in everything but what is only read in a log', () => {
  test.each([
    ['the message of an error', call('NewExpression', name('TillError'), [name('code'), text])],
    ['the message of an error of the language', call('NewExpression', name('Error'), [text])],
    ['the detail of a fault', call('CallExpression', name('fault'), [name('code'), text])],
    ['a line of the log', log(name('log'))],
    ['a line of the log that was handed over', log(member(name('options'), 'log'))],
    ['the message in a body', { type: 'ObjectProperty', key: name('message'), value: text }],
  ])('%s is left alone', (_name, parent) => {
    expect(isWords(text, parent as never)).toBe(true);
  });

  test.each([
    ['the code of an error', call('NewExpression', name('TillError'), [text, name('message')])],
    ['an argument of something else', call('CallExpression', name('send'), [name('a'), text])],
    ['something that only sounds like a log', log(name('catalog'))],
    ['the code in a body', { type: 'ObjectProperty', key: name('code'), value: text }],
    ['a text by itself', { type: 'VariableDeclarator' }],
  ])('%s is not', (_name, parent) => {
    expect(isWords(text, parent as never)).toBe(false);
  });

  test('nor are the facts of a line of the log', () => {
    const facts = { type: 'ObjectExpression' };
    const line = call('CallExpression', member(name('log'), 'info'), [facts, text]);
    expect(isWords(facts, line as never)).toBe(false);
  });
});
