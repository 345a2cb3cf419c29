/** A key that is held down presses a button, or sends a form, once; in a text box Space goes on typing. */
export function pressOncePerKey(target: Window): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!event.repeat || event.target instanceof HTMLTextAreaElement) return;
    const isSpaceOfButton = event.key === ' ' && !(event.target instanceof HTMLInputElement);
    if (event.key === 'Enter' || isSpaceOfButton) event.preventDefault();
  };
  target.addEventListener('keydown', onKey, { capture: true });
  return () => target.removeEventListener('keydown', onKey, { capture: true });
}
