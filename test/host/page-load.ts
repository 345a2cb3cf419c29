import type { EventEmitter } from 'node:events';

interface Failure {
  readonly errno: number;
  readonly code: string;
  readonly url: string;
}

/**
 * Returns the promise of `loadURL` by Electron's rules: resolves when the page has loaded. Rejects with `ERR_ABORTED`
 * when a different navigation begins, with `ERR_FAILED` when loading stops or the contents end earlier, and with the
 * page's own failure if there is one.
 */
export function nextLoad(contents: EventEmitter, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let started = false;
    const end = (failure?: Failure) => {
      for (const [name, listener] of Object.entries(listeners)) contents.off(name, listener);
      if (failure === undefined) resolve();
      else reject(Object.assign(new Error(`${failure.code} (${failure.errno}) loading '${failure.url}'`), failure));
    };
    const failed = () => end({ errno: -2, code: 'ERR_FAILED', url });
    const listeners = {
      'did-finish-load': () => end(),
      'did-stop-loading': failed,
      destroyed: failed,
      'did-fail-load': (_event: unknown, errno: number, code: string, at: string, isMainFrame: boolean) => {
        if (isMainFrame) end({ errno, code, url: at });
      },
      'did-start-navigation': (_event: unknown, at: string, isSameDocument: boolean, isMainFrame: boolean) => {
        if (!isMainFrame || isSameDocument) return;
        if (started) end({ errno: -3, code: 'ERR_ABORTED', url: at });
        started = true;
      },
    };
    for (const [name, listener] of Object.entries(listeners)) contents.on(name, listener);
  });
}
