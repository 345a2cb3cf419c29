/**
 * Returns an element that the page must have. Throws if missing or of a different class.
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
