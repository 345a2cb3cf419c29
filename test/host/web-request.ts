import type * as Electron from 'electron';
import { requestFilter, taken } from './arguments.ts';

type Details = Pick<Electron.OnBeforeRequestListenerDetails, 'url' | 'method'>;
type Listener = (details: Details, callback: (response: Electron.CallbackResponse) => void) => void;
type Filter = Pick<Electron.WebRequestFilter, 'urls'>;

/** `session.webRequest`: asks the app's listener before a page's request is served or sent. */
export class HostWebRequest {
  #patterns: readonly RegExp[] = [];
  #listener: Listener | null = null;

  onBeforeRequest(filter: Filter | Listener | null, ...after: readonly (Listener | null)[]): void {
    const all = typeof filter === 'function' || filter === null;
    const patterns = all ? [/^/] : taken(requestFilter, filter).urls.map(patternOf);
    const listener = all ? filter : after[0];
    if (listener !== null && typeof listener !== 'function') throw new TypeError('Must pass null or a Function');
    this.#patterns = patterns;
    this.#listener = listener;
  }

  /** Whether a request may go on. The host does not support redirects by the listener. */
  allows(details: Details): Promise<boolean> {
    const listener = this.#listener;
    if (listener === null || !this.#patterns.some((pattern) => pattern.test(details.url))) return Promise.resolve(true);
    return new Promise((resolve) => listener(details, ({ cancel }) => resolve(cancel !== true)));
  }
}

/** `scheme://host/path` with `*` for any text, and `<all_urls>`. */
function patternOf(pattern: string): RegExp {
  if (pattern === '<all_urls>') return /^/;
  const source = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source}$`);
}
