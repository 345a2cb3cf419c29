import type { EventEmitter } from 'node:events';
import { crashPage } from './crash-page.ts';
import { isKioskLocked } from './kiosk-lock.ts';
import { createLeaving, type LeavingQuestion, underWayAt } from './leaving.ts';
import { createSnapshots, snapshotDelay } from './push-snapshots.ts';
import type { ServedParts } from './serve-calls.ts';
import type { Ending, Shell, ShellParts } from './shell-port.ts';
import { tillState } from './till-state.ts';
import { windowNotices } from './window-notices.ts';

export interface AppEvents {
  changed: [];
  'keychain-answered': [];
  wanted: [];
}

interface WindowsParts extends ServedParts {
  readonly picturesFolder: string;
  readonly display: boolean;
  readonly events: EventEmitter<AppEvents>;
  readonly ending: Ending;
  openShell(parts: ShellParts): Shell;
}

export function openWindows(parts: WindowsParts) {
  const { clock, events, till, languages, ending, updates } = parts;
  const shell = openShell(parts);
  events.on('wanted', shell.focusTill);
  const leaving = openLeaving(parts, shell);
  ending.askFirst(leaving.mayEnd);
  const { displayState, showTill, showDisplay } = shell;
  const state = () => tillState({ ...parts, displayState, updates: () => updates.view(), leaving: leaving.view });
  const { ready } = till;
  const defer = snapshotDelay(() => till.opened?.sales.beganAgoMs);
  const snapshots = createSnapshots({ clock, ready, state, languages, showTill, showDisplay, defer });
  events.on('changed', snapshots.changed);
  const serving = import('./serve-calls.ts').then(({ serveCalls }) => serveCalls(parts, { shell, leaving, snapshots }));
  shell.serve({
    handlers: serving.then(({ handlers }) => handlers),
    role: () => till.roles.current(),
    crashPage: (window, why) =>
      crashPage(window, {
        ...state(),
        language: window === 'till' ? languages.till() : languages.display(),
        trouble: why?.trouble,
      }),
  });
  return {
    shell,
    state,
    snapshots,
    serving,
    async close() {
      snapshots.stop();
      languages.stop();
      await (await serving).close();
    },
  };
}

function openShell({ clock, log, outDir, picturesFolder, display, ending, ...parts }: WindowsParts): Shell {
  const { store, till, notices, languages } = parts;
  return parts.openShell({
    ...windowNotices(notices, log),
    clock,
    outDir,
    picturesFolder,
    display,
    places: () => store.file.counter,
    language: languages.till(),
    onWake: () => till.woke(),
    ending,
  });
}

function openLeaving({ clock, log, till, store, events, ending }: WindowsParts, shell: Shell): LeavingQuestion {
  return createLeaving({
    clock,
    log,
    underWay: () => underWayAt(till),
    locked: () => isKioskLocked(till, store.file.counter),
    unlock: (pin) => till.roles.unlock(pin),
    showTill: shell.focusTill,
    changed: () => void events.emit('changed'),
    end: ending.end,
  });
}
