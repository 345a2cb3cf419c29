/**
 * The element that a page has for certain. Throws where it has none, or one of another kind.
 * @template {Element} Kind
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function find(parent, selector, kind) {
  const found = parent.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${selector}.`);
}
