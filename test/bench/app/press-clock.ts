import type { Page } from '@playwright/test';

/** Longer than any window takes to respond, on any machine. */
const LIMIT_MS = 30_000;

/**
 * Plays a click or key press and returns the ms from the browser's input event to the next frame with a visible change:
 * text, elements, attributes, or a button's `:active` style, which is no DOM change.
 */
export async function playPress(page: Page, press: () => Promise<void>): Promise<number> {
  const looking = await page.evaluateHandle((limitMs) => {
    const answered = new Promise<number>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('Nothing answered the press.')), limitMs);
      let pressedAt: number | undefined;
      const onPress = (event: Event) => {
        if (pressedAt !== undefined) return;
        pressedAt = event.timeStamp;
        const button =
          event.type === 'pointerdown' && event.target instanceof Element ? event.target.closest('button') : null;
        // An enabled button shows `:active` in the next frame. A disabled button shows no reaction until the DOM
        // changes.
        requestAnimationFrame(() => button !== null && looksPressed(button) && paint());
      };
      const looksPressed = (button: HTMLButtonElement) =>
        button.matches(':active') && button.getAttribute('aria-disabled') !== 'true';
      let done = false;
      const paint = () => {
        if (done || pressedAt === undefined) return;
        done = true;
        observer.disconnect();
        document.removeEventListener('pointerdown', onPress, true);
        document.removeEventListener('keydown', onPress, true);
        clearTimeout(limit);
        const since = pressedAt;
        // A task after the animation frame runs when the frame is painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - since);
          port2.postMessage(undefined);
        });
      };
      const observer = new MutationObserver(() => pressedAt !== undefined && paint());
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      document.addEventListener('pointerdown', onPress, true);
      document.addEventListener('keydown', onPress, true);
    });
    return { answered };
  }, LIMIT_MS);
  await press();
  return looking.evaluate((found) => found.answered);
}
