import type { BridgeEnd, Side } from './bridge.ts';

/**
 * Runs in the page's world before the page's scripts: receives the bridge's port from the preload, and sends
 * `window.open` to the main process, which never opens a second page by itself.
 *
 * Runs as source text: must not use parts of this module except its parameters.
 */
export function pageWorld(
  parts: { bridgeEnd(port: EventTarget, mine: Side, theirs: Side): BridgeEnd },
  names: { readonly rendezvous: string; readonly openBinding: string },
): void {
  const freeze = (value: unknown): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || Object.isFrozen(value)) return;
    if (ArrayBuffer.isView(value)) return;
    Object.freeze(value);
    for (const item of Object.values(value)) freeze(item);
  };

  const meet = (event: Event) => {
    event.stopImmediatePropagation();
    window.removeEventListener(names.rendezvous, meet, true);
    const port = (event as MouseEvent).relatedTarget;
    if (port === null) return;
    parts.bridgeEnd(port, 'page', 'preload').onExpose((key, api) => {
      if (Object.hasOwn(globalThis, key)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      freeze(api);
      Object.defineProperty(globalThis, key, { value: api, writable: false, configurable: false, enumerable: true });
    });
  };
  window.addEventListener(names.rendezvous, meet, true);

  const report = Reflect.get(globalThis, names.openBinding) as (text: string) => void;
  Reflect.deleteProperty(globalThis, names.openBinding);
  const open: typeof window.open = (url = '', target = '', features = '') => {
    const address = url === '' ? 'about:blank' : new URL(String(url), document.baseURI).href;
    report(JSON.stringify({ url: address, frameName: target, features }));
    return null;
  };
  Object.defineProperty(window, 'open', { value: open, writable: true, configurable: true, enumerable: true });
}
