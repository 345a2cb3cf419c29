import { app } from './app.ts';
import { reportUnlessGone, type Session } from './cdp.ts';
import { HostEvent } from './host-event.ts';
import { layout } from './running-host.ts';

/** A window as the focus needs it. */
export interface Focusable {
  emit(event: string, ...args: unknown[]): unknown;
  /** Its page is to answer for the focus as the window does. */
  showFocus(focused: boolean): void;
}

let focused: Focusable | undefined;

/** The one focus of the machine, which at most one window of the app has. */
export const focus = {
  get holder(): Focusable | undefined {
    return focused;
  },

  /** Gives it to a window. The one that had it hears `blur` before the other hears `focus`. */
  take(window: Focusable): void {
    if (focused === window) return;
    if (focused !== undefined) focus.drop(focused);
    focused = window;
    window.showFocus(true);
    window.emit('focus', new HostEvent());
    app.emit('browser-window-focus', new HostEvent(), window);
  },

  /** Takes it from a window that has it. No other window of the app gets it by that. */
  drop(window: Focusable): void {
    if (focused !== window) return;
    focused = undefined;
    window.showFocus(false);
    window.emit('blur', new HostEvent());
    app.emit('browser-window-blur', new HostEvent(), window);
  },

  /** A window is gone with what it had. */
  forget(window: Focusable): void {
    if (focused === window) focused = undefined;
  },
};

/**
 * Makes a page answer `document.hasFocus()` as its window does, in documents to come as well. Chromium without a screen
 * counts every page as focused, and so does Playwright in each page that it is connected to.
 */
export class PageFocus {
  #script: Promise<string> | undefined;

  show(session: Session, isFocused: boolean): void {
    if (!layout.headless) return;
    const source = `(${pageFocus})(${isFocused});`;
    const before = this.#script;
    // Sent at once: a document that begins meanwhile runs both, and the newer one last.
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

/** A key pressed on the keyboard: it goes to the window that has the focus, and to nobody when none has. */
export function pressed(session: Session, key: string): void {
  const text = key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {};
  session.post('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text });
  session.post('Input.dispatchKeyEvent', { type: 'keyUp', key });
}

/**
 * Runs in the page's own world: whether the page has the focus, as the host decides it, with the window's `focus` and
 * `blur` events where that changes.
 *
 * Runs as source text: it may use nothing of this module.
 */
function pageFocus(focused: boolean): void {
  const had = Object.hasOwn(document, 'hasFocus') ? document.hasFocus() : undefined;
  Object.defineProperty(document, 'hasFocus', { value: () => focused, configurable: true });
  if (had !== undefined && had !== focused) window.dispatchEvent(new FocusEvent(focused ? 'focus' : 'blur'));
}
