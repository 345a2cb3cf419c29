import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { Session } from './cdp.ts';

type Source = Electron.NativeTheme['themeSource'];

/** `nativeTheme`: `themeSource` decides what the pages' `prefers-color-scheme` says. There is no system to follow. */
class HostNativeTheme
  extends EventEmitter
  implements Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors'>
{
  readonly shouldUseHighContrastColors = false;
  readonly #sessions = new Set<Session>();
  #source: Source = 'system';

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    if (source === this.#source) return;
    this.#source = source;
    for (const session of this.#sessions) this.#emulate(session);
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }

  applyTo(session: Session): void {
    this.#sessions.add(session);
    if (this.#source !== 'system') this.#emulate(session);
  }

  forget(session: Session): void {
    this.#sessions.delete(session);
  }

  #emulate(session: Session): void {
    const value = this.#source === 'system' ? '' : this.#source;
    session.post('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
  }
}

export const nativeTheme = new HostNativeTheme();
