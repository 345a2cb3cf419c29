import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AppParts, compose, type System } from '../../main/app.ts';
import { systemRandom } from '../../main/base/clock.ts';
import type { RunningApp } from '../../main/shell/app-lifecycle.ts';
import type { Shell } from '../../main/windows/shell-port.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { silentLog } from '../settings/terminal-with-record.ts';

/** Windows without a screen, and a user who closes each dialog. */
export const noWindows: Shell = {
  serve: () => undefined,
  showTill: () => undefined,
  showDisplay: () => undefined,
  displayState: () => 'open',
  screens: () => [],
  openDisplay: () => undefined,
  displays: { list: () => [], test: async () => undefined },
  focusTill: () => 'there',
  openOutside: async () => undefined,
  privatePlaces: {
    readClipboard: async () => '',
    writeClipboard: async () => undefined,
    showText: async () => undefined,
  },
  paper: {
    print: async () => ({ kind: 'cancelled' }),
    pdf: async () => new Uint8Array(),
    printers: async () => [],
  },
  chooseFile: async () => undefined,
  openFile: async () => undefined,
  openFolder: async () => undefined,
  heardFrom: () => undefined,
};

function systemIn(folder: string, shell: Shell): System {
  const refuse = () => {
    throw new Error('not in this test');
  };
  const outDir = join(folder, 'app');
  mkdirSync(outDir, { recursive: true });
  const licence = { name: 'zod', version: '4', licence: 'MIT', text: 'words' };
  writeFileSync(join(outDir, 'licences.json'), JSON.stringify([licence]));
  return {
    outDir,
    dataFolder: () => folder,
    prepareApp: refuse,
    prepareCommand: refuse,
    endCommand: refuse,
    endStart: refuse,
    systemLanguage: () => 'en',
    endAnyway: () => undefined,
    followEnding: () => ({
      isEnding: () => false,
      mayCloseTill: () => true,
      tillClosed: () => undefined,
      asked: () => undefined,
      end: () => undefined,
      begin: () => () => undefined,
      askFirst: () => undefined,
    }),
    openInstaller: () => ({ kind: undefined, endsApp: false, prepare: refuse, install: refuse }),
    openShell: () => shell,
  };
}

export interface Composed extends Partial<Pick<AppParts, 'clock' | 'log' | 'openKeychain' | 'tills'>> {
  readonly folder: string;
  /** Started with --training. */
  readonly training?: boolean;
  readonly onSecondStart?: RunningApp['onSecondStart'];
  /** Overrides for the windows and the user's answers. */
  readonly shell?: Partial<Shell>;
}

/** Composes the real app on a fake shell. Resolves when its windows are open. */
export async function composedApp({
  folder,
  training = false,
  shell,
  onSecondStart = () => undefined,
  ...parts
}: Composed) {
  const chain = memoryKeychain();
  const app = compose({
    clock: new VirtualClock(),
    random: systemRandom,
    log: silentLog,
    openKeychain: async () => chain,
    ...parts,
    system: systemIn(folder, { ...noWindows, ...shell }),
    given: { training, display: true },
    running: {
      userDataDir: folder,
      earlierData: undefined,
      packaged: false,
      version: '0.0.0',
      ready: async () => undefined,
      resolveProxy: async () => 'DIRECT',
      onSecondStart,
      releaseLock: () => undefined,
      startAgain: () => undefined,
      quit: () => undefined,
      onQuit: () => undefined,
    },
  });
  if (app === undefined) throw new Error('the app went back to an earlier version');
  return { ...app, windows: await app.windows, chain };
}
