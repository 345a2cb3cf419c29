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
  const { common, terminal, notices, links, payments, events, languages, ending } = parts;
  const { clock, till } = common;
  const shell = openShell(parts);
  events.on('wanted', shell.focusTill);
  const leaving = openLeaving(parts, shell);
  ending.askFirst(leaving.mayEnd);
  const { displayState, showTill, showDisplay } = shell;
  const ofWindows = { notices, languages, displayState, leaving: leaving.view };
  const ofTerminal = { provisioning: terminal.provisioning, updates: () => terminal.updates.view() };
  const state = () => tillState({ ...common, ...links, ...payments, ...ofTerminal, ...ofWindows });
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

function openShell({ common, log, outDir, picturesFolder, display, ending, ...parts }: WindowsParts): Shell {
  const { notices, languages } = parts;
  const { clock, store, till } = common;
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

function openLeaving({ common, log, events, ending }: WindowsParts, shell: Shell): LeavingQuestion {
  const { clock, till, store } = common;
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
