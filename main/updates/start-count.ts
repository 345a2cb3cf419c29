import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { dataFiles } from '../base/data-files.ts';
import { replaceFile, syncFolder } from '../base/durable-files.ts';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { KeptReleases } from './kept-releases.ts';
import { isVersion } from './release.ts';

const version = z.string().refine(isVersion);

const updateState = z.object({
  version: z.literal(1),
  started: version.optional(),
  starting: z.object({ version, tries: z.int() }).optional(),
  failed: z.array(version),
  wentBack: z.object({ from: version, to: version }).optional(),
  /** After a failed attempt to go back: no further attempts until a version has started successfully. */
  stuck: z.boolean().optional(),
  /** Issue time of the newest release document; ms since the epoch. */
  newestSeen: z.int().optional(),
  lastLookAt: z.int().optional(),
  /** Cleared once the version has started successfully. */
  attempted: version.optional(),
});
export type UpdateState = z.infer<typeof updateState>;

const firstState: UpdateState = { version: 1, failed: [] };

const MOST_STARTS = 2;

/** Goes back to the last version that started successfully, if the running version failed to start twice. */
function countStart(
  state: UpdateState,
  running: string,
): { readonly state: UpdateState; readonly goBack: string | undefined } {
  if (state.started === running) return { state: { ...state, starting: undefined }, goBack: undefined };
  const tries = state.starting?.version === running ? state.starting.tries + 1 : 1;
  const due = tries > MOST_STARTS && state.stuck !== true;
  return { state: { ...state, starting: { version: running, tries } }, goBack: due ? state.started : undefined };
}

function cameUp(state: UpdateState, running: string): UpdateState {
  const wentBack = state.wentBack?.to === running ? state.wentBack : undefined;
  const attempted = state.attempted === running ? undefined : state.attempted;
  return { ...state, started: running, starting: undefined, stuck: undefined, wentBack, attempted };
}

/** Never takes `from` again. */
export function goneBack(state: UpdateState, from: string, to: string): UpdateState {
  const failed = [...state.failed.filter((known) => known !== from), from];
  return { ...state, starting: undefined, attempted: undefined, failed, wentBack: { from, to } };
}

export type UpdateMemory = ReturnType<typeof openUpdateMemory>;

/** An unreadable state begins empty: nothing but the update history is lost. */
export function openUpdateMemory(folder: string) {
  const path = join(folder, dataFiles.updateState);
  let state = stored(path);
  return {
    get state() {
      return state;
    },
    /** Throws `TillError` `update.disk`; the state in memory has changed nevertheless. */
    change(next: (state: UpdateState) => UpdateState): void {
      state = next(state);
      try {
        replaceFile(path, `${JSON.stringify(state)}\n`);
        syncFolder(dirname(path));
      } catch (cause) {
        const why = toTillError(cause).message;
        throw new TillError('update.disk', `Update state not stored: ${why}`, { retryable: true, cause });
      }
    },
  };
}

function stored(path: string): UpdateState {
  try {
    return updateState.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return firstState;
  }
}

export interface StartWatch {
  readonly goBackTo: string | undefined;
  /** The version has started successfully with the till's page, and the display's if open. */
  heardFrom(window: 'till' | 'display', displayOpen: boolean): void;
}

/** Counts before any step that can fail. A disk failure loses the count, and never stops the start. */
export function watchStart(
  version: string,
  memory: UpdateMemory,
  kept: Pick<KeptReleases, 'keepOnly'>,
  log: Pick<Log, 'warn'>,
): StartWatch {
  const { state, goBack } = countStart(memory.state, version);
  const heard = new Set<string>();
  let up = false;
  const counted = remember(() => memory.change(() => state));

  function remember(change: () => void): boolean {
    try {
      change();
      return true;
    } catch (thrown) {
      log.warn(toTillError(thrown));
      return false;
    }
  }

  return {
    // Without a stored count, every next start would read the same count and go back again, endlessly.
    goBackTo: counted ? goBack : undefined,
    heardFrom(window, displayOpen) {
      heard.add(window);
      if (up || !heard.has('till') || (displayOpen && !heard.has('display'))) return;
      up = true;
      remember(() => {
        memory.change((now) => cameUp(now, version));
        kept.keepOnly([version]);
      });
    },
  };
}
