import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { createInstaller } from '../../main/shell/update-installer.ts';
import type { Installer } from '../../main/updates/installer.ts';
import { openUpdates, updatesFolder } from '../../main/updates/open-updates.ts';
import { openUpdateServer } from '../../main/updates/update-server.ts';
import { Updates } from '../../main/updates/updates.ts';
import { firstUpdates, type UpdateSettings } from '../../preload/contract/settings-table.ts';
import { notingLog } from '../base/noting-log.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { type LocalServer, localServer } from './local-server.ts';
import { type ReleaseMaker, releaseMaker } from './release-maker.ts';

/** 02:10 at night in London. */
const NIGHT = Date.UTC(2026, 10, 21, 2, 10);

/** A till whose starts share the folder, the AppImage, the server and the publisher. */
export class UpdatingTill implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'tillmate-updates-'));
  readonly appImage = join(this.folder, 'Tillmate.AppImage');
  readonly lines: string[] = [];
  readonly #started = new Set<Updates>();
  readonly maker: ReleaseMaker;
  readonly server: LocalServer;
  settings: UpdateSettings;
  packaged = false;

  private constructor(maker: ReleaseMaker, server: LocalServer) {
    this.maker = maker;
    this.server = server;
    this.settings = { ...firstUpdates, server: server.address };
    writeFileSync(this.appImage, 'the version that runs');
    vi.stubEnv('APPIMAGE', this.appImage);
    vi.stubEnv('APPDIR', dirname(process.execPath));
  }

  static async make(): Promise<UpdatingTill> {
    return new UpdatingTill(await releaseMaker(), await localServer());
  }

  /** Puts a release on the server: its document under both names, and its file. */
  async release(version: string, content: Buffer, fields: object = {}): Promise<void> {
    const document = await this.maker.sign(version, content, fields);
    this.server.put('latest-linux.jws', document);
    this.server.put(`${version}-linux.jws`, document);
    this.server.put(`Tillmate-${version}.AppImage`, content);
  }

  /**
   * Starts the app at `version` with the real updater and a local AppImage; `system` replaces parts of the installer.
   */
  start(version = '1.0.0', terminalId = 'till-1', system: Partial<Installer> = {}) {
    const clock = new VirtualClock(NIGHT);
    const ended: string[] = [];
    const noted: string[] = [];
    const counter = { underWay: false, lastSaleAt: undefined as number | undefined };
    const log = notingLog((message) => void this.lines.push(message));
    const keys = [this.maker.publicKey];
    const linux = createInstaller({
      version,
      folder: updatesFolder(this.folder),
      kind: 'AppImage',
      log,
      ready: () => Promise.resolve(),
      quit: () => void ended.push('quit'),
      releaseLock: () => void ended.push('lock released'),
      startAgain: () => void ended.push('start the installed one'),
    });
    const installer = { ...linux, ...system };
    const machine = { dataFolder: this.folder, version, system: 'linux', arch: 'x64', keys, log, installer } as const;
    const ground = openUpdates(machine);
    const updates = new Updates({
      ...ground,
      clock,
      terminalId,
      packaged: this.packaged,
      timeZone: 'Europe/London',
      settings: () => this.settings,
      openServer: (address) => openUpdateServer(address, { network: {}, silenceMs: 300 }),
      counter: () => counter,
      changed: () => undefined,
      note: ({ act, by, values }) => void noted.push(`${act} by ${by}: ${Object.values(values ?? {}).join()}`),
      end: () => void ended.push('end'),
      beginEnd: () => {
        ended.push('windows free');
        return () => void ended.push('windows held');
      },
      startAgain: () => void ended.push('start again'),
    });
    this.#started.add(updates);
    return { clock, counter, ended, ground, noted, updates };
  }

  installed(): string {
    return readFileSync(this.appImage, 'utf8');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    vi.unstubAllEnvs();
    for (const updates of this.#started) await updates.close();
    await this.server[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }
}
