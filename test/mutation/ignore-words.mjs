/**
 * Stryker plugin that ignores text shown only in logs: messages of log lines, errors and error bodies, and the detail
 * of a fault. A test for such a mutant would only pin the wording. Codes and facts are mutated.
 */

/**
 * The used part of a syntax tree node.
 * @typedef {{ type: string, name?: string, callee?: Node, property?: Node, object?: Node, key?: Node, value?: unknown, arguments?: Node[] }} Node
 */

/** Index of the text among the arguments. */
const errors = new Map([
  ['Error', 0],
  ['RangeError', 0],
  ['TypeError', 0],
  ['TillError', 1],
]);
const calls = new Map([['fault', 1]]);
const levels = new Set(['debug', 'info', 'warn', 'error']);

/**
 * Whether `node` is only log text within `parent`.
 * @param {Node} node
 * @param {Node | undefined} parent
 */
export function isWords(node, parent) {
  if (parent?.type === 'ObjectProperty') return parent.key?.name === 'message' && parent.value === node && isText(node);
  if (parent?.arguments === undefined || parent.callee === undefined) return false;
  const place = wordsOf(parent.type, parent.callee);
  return place !== undefined && parent.arguments[place] === node;
}

/**
 * @param {string} type
 * @param {Node} callee
 */
function wordsOf(type, callee) {
  if (type === 'NewExpression') return errors.get(callee.name ?? '');
  if (type !== 'CallExpression') return undefined;
  const isLog =
    callee.type === 'MemberExpression' && levels.has(callee.property?.name ?? '') && isNamedLog(callee.object);
  return isLog ? 1 : calls.get(callee.name ?? '');
}

/** @param {Node} node */
function isText(node) {
  return node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
}

/** @param {Node | undefined} node */
function isNamedLog(node) {
  return (node?.property?.name ?? node?.name) === 'log';
}

/** Export name and shape required by Stryker for ignore plugins. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'words',
    value: {
      /** @param {{ node?: Node, parent?: Node }} path */
      shouldIgnore: ({ node, parent }) => (node !== undefined && isWords(node, parent) ? 'only words' : undefined),
    },
  },
];
