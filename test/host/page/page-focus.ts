/**
 * Runs in the page's own world: whether the page has the focus, as the host decides it, with the window's `focus` and
 * `blur` events where that changes.
 *
 * Runs as source text: it may use nothing of this module.
 */
export function pageFocus(focused: boolean): void {
  const had = Object.hasOwn(document, 'hasFocus') ? document.hasFocus() : undefined;
  Object.defineProperty(document, 'hasFocus', { value: () => focused, configurable: true });
  if (had !== undefined && had !== focused) window.dispatchEvent(new FocusEvent(focused ? 'focus' : 'blur'));
}
