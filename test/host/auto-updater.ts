import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { app } from './app.ts';

/**
 * `autoUpdater` of macOS, whose Squirrel downloads the feed's update. Closes the windows before the app gets a quit
 * event; afterwards the system ends the app as ⌘Q does. Reports an installation on stderr without installing anything.
 */
class HostAutoUpdater extends EventEmitter {
  #feed: Electron.FeedURLOptions | undefined;
  #fetched = false;

  setFeedURL(options: Electron.FeedURLOptions): void {
    this.#feed = options;
  }

  checkForUpdates(): void {
    this.#fetch().catch((fault: Error) => this.emit('error', fault, fault.message));
  }

  quitAndInstall(): void {
    this.emit('before-quit-for-update');
    if (app.windows.size === 0) {
      this.#install();
      return;
    }
    app.once('host:windows-gone', () => this.quitAndInstall());
    for (const window of [...app.windows].reverse()) window.close();
  }

  async #fetch(): Promise<void> {
    if (this.#feed === undefined) throw new Error('Without a feed Electron on macOS would do nothing, in silence');
    const { url, headers = {} } = this.#feed;
    await Promise.resolve();
    this.emit('checking-for-update');
    const found = await fetch(url, { headers });
    if (found.status === 204) {
      this.emit('update-not-available');
      return;
    }
    const { url: archive } = (await found.json()) as { url: string };
    this.emit('update-available');
    await (await fetch(archive, { headers })).arrayBuffer();
    this.#fetched = true;
    this.emit('update-downloaded', {}, '', '', new Date(), archive);
  }

  #install(): void {
    if (!this.#fetched) {
      const words = "No update available, can't quit and install";
      this.emit('error', new Error(words), words);
      return;
    }
    process.stderr.write('host: macOS would install the update once the app has ended, and start it.\n');
    app.quit();
  }
}

export const autoUpdater = new HostAutoUpdater();
