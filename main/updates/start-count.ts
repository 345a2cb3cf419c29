import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { replaceFile, syncFolder } from '../base/durable-files.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { isVersion } from './versions.ts';

const version = z.string().refine(isVersion);

/** What a till remembers about updates from one run to the next: `updates/state.json`. */
const updateState = z.object({
  version: z.literal(1),
  /** The last version of which both windows came up. */
  started: version.optional(),
  /** A version that has not come up yet, and how often it was started. */
  starting: z.object({ version, tries: z.int() }).optional(),
  /** Versions that did not come up here: they are never taken again. */
  failed: z.array(version),
  /** The last time that this till went back, until another version has come up since. */
  wentBack: z.object({ from: version, to: version }).optional(),
  /** There was a reason to go back and no way. */
  stuck: z.boolean().optional(),
  /** When the newest release document was issued that this till has seen; ms since the epoch. */
  newestSeen: z.int().optional(),
  lastLookAt: z.int().optional(),
  /** What the app ended for to be installed, until it has come up. */
  attempted: version.optional(),
});
export type UpdateState = z.infer<typeof updateState>;

const firstState: UpdateState = { version: 1, failed: [] };

/** A new version gets so many starts to come up. */
const MOST_STARTS = 2;

/**
 * Counts a start of `running`. `goBack` names the version to go back to: the last that came up, where this one was started
 * twice before and did not.
 */
export function countStart(
  state: UpdateState,
  running: string,
): { readonly state: UpdateState; readonly goBack: string | undefined } {
  if (state.started === running) return { state: { ...state, starting: undefined }, goBack: undefined };
  const tries = state.starting?.version === running ? state.starting.tries + 1 : 1;
  const due = tries > MOST_STARTS && state.stuck !== true;
  return { state: { ...state, starting: { version: running, tries } }, goBack: due ? state.started : undefined };
}

/** Both windows of `running` came up. */
export function cameUp(state: UpdateState, running: string): UpdateState {
  const wentBack = state.wentBack?.to === running ? state.wentBack : undefined;
  const attempted = state.attempted === running ? undefined : state.attempted;
  return { ...state, started: running, starting: undefined, stuck: undefined, wentBack, attempted };
}

/** `from` is given up for `to`, and never taken again. */
export function goneBack(state: UpdateState, from: string, to: string): UpdateState {
  const failed = [...state.failed.filter((known) => known !== from), from];
  return { ...state, starting: undefined, attempted: undefined, failed, wentBack: { from, to } };
}

/** The state on the disk. */
export interface UpdateMemory {
  readonly state: UpdateState;
  /** Changes it, durably. Errors: `update.disk`; it has changed for this run all the same. */
  change(next: (state: UpdateState) => UpdateState): void;
}

/** Opens the state in `folder`, which is there. One that cannot be read begins anew: all it costs is what it remembered. */
export function openUpdateMemory(folder: string): UpdateMemory {
  const path = join(folder, 'state.json');
  let state = stored(path);
  return {
    get state() {
      return state;
    },
    change(next) {
      state = next(state);
      try {
        replaceFile(path, `${JSON.stringify(state)}\n`);
        syncFolder(dirname(path));
      } catch (cause) {
        const why = toTillError(cause).message;
        throw new TillError('update.disk', `What is known of updates was not kept: ${why}`, { retryable: true, cause });
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
