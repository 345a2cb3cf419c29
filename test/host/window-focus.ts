import { app } from './app.ts';
import { reportUnlessGone, type Session } from './cdp.ts';
import { HostEvent } from './host-event.ts';
import { layout } from './running-host.ts';

/** A window with focus. */
export interface Focusable {
  emit(event: string, ...args: unknown[]): unknown;
  /** Makes the page report the same focus as the window. */
  showFocus(focused: boolean): void;
}

let focused: Focusable | undefined;

/** The focus of the machine: at most one window of the app has the focus. */
export const focus = {
  get holder(): Focusable | undefined {
    return focused;
  },

  /** Gives the focus to a window. The previous window gets `blur` before the new window gets `focus`. */
  take(window: Focusable): void {
    if (focused === window) return;
    if (focused !== undefined) focus.drop(focused);
    focused = window;
    window.showFocus(true);
    window.emit('focus', new HostEvent());
    app.emit('browser-window-focus', new HostEvent(), window);
  },

  /** Takes the focus from its window; no other window of the app gets the focus. */
  drop(window: Focusable): void {
    if (focused !== window) return;
    focused = undefined;
    window.showFocus(false);
    window.emit('blur', new HostEvent());
    app.emit('browser-window-blur', new HostEvent(), window);
  },

  /** Clears the focus of a window that is gone. */
  forget(window: Focusable): void {
    if (focused === window) focused = undefined;
  },
};

/**
 * Makes `document.hasFocus()` of a page agree with its window, also in later documents. Chromium without a screen, and
 * Playwright in each connected page, treat every page as focused.
 */
export class PageFocus {
  #script: Promise<string> | undefined;

  show(session: Session, isFocused: boolean): void {
    if (!layout.headless) return;
    const source = `(${pageFocus})(${isFocused});`;
    const before = this.#script;
    // Sent at once: a document that starts meanwhile runs both scripts, the newer script last.
    const added = session.send('Page.addScriptToEvaluateOnNewDocument', { source });
    this.#script = added.then(({ identifier }) => identifier);
    this.#script.catch(reportUnlessGone);
    before?.then(
      (identifier) => session.post('Page.removeScriptToEvaluateOnNewDocument', { identifier }),
      () => undefined,
    );
    session.post('Runtime.evaluate', { expression: source });
  }
}

/** Sends a key press to the session's page. */
export function pressed(session: Session, key: string): void {
  const text = key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {};
  session.post('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text });
  session.post('Input.dispatchKeyEvent', { type: 'keyUp', key });
}

/**
 * Runs in the page's world: sets the page's focus as decided by the host, with the window's `focus` and `blur` events
 * on changes.
 *
 * Runs as source text: must not use other parts of this module.
 */
function pageFocus(focused: boolean): void {
  const had = Object.hasOwn(document, 'hasFocus') ? document.hasFocus() : undefined;
  Object.defineProperty(document, 'hasFocus', { value: () => focused, configurable: true });
  if (had !== undefined && had !== focused) window.dispatchEvent(new FocusEvent(focused ? 'focus' : 'blur'));
}
