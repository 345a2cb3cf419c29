import type * as Electron from 'electron';

type Details = Pick<Electron.OnBeforeRequestListenerDetails, 'url' | 'method'>;
type Listener = (details: Details, callback: (response: Electron.CallbackResponse) => void) => void;
type Filter = Pick<Electron.WebRequestFilter, 'urls'>;

/** `session.webRequest`: asks the app's one listener before a page's request is served or leaves. */
export class HostWebRequest {
  #patterns: readonly RegExp[] = [];
  #listener: Listener | null = null;

  onBeforeRequest(filter: Filter | Listener | null, listener: Listener | null = null): void {
    const all = typeof filter === 'function' || filter === null;
    this.#patterns = all ? [/^/] : filter.urls.map(patternOf);
    this.#listener = all ? filter : listener;
  }

  /** Whether a request may go on. The host knows no redirection by this listener. */
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
