import { Listeners } from '../base/listeners.ts';
import { TillError } from '../base/till-error.ts';
import type { Operation } from '../service/operations.ts';
import { acceptedEntry, type PathDeviation } from '../service/response-path.ts';
import type { TerminalSettings } from '../settings/settings.ts';

export type ResponsePathWatch = ReturnType<typeof createResponsePathWatch>;

/** The signed `path` of an operation's responses, while different from the request's path. */
export interface OtherPath extends PathDeviation {
  readonly operation: Operation;
  /** False for a value which differs between calls or may belong to another payment. */
  readonly acceptable: boolean;
}

/** Remembers the latest deviation per operation until a response is as expected. */
export function createResponsePathWatch() {
  const others = new Map<Operation, OtherPath>();
  const listeners = new Listeners();
  return {
    /** Must be called with genuine responses only. */
    seen(operation: Operation, deviation: PathDeviation | undefined): void {
      const before = others.get(operation);
      if (before?.expected === deviation?.expected && before?.got === deviation?.got) return;
      if (deviation === undefined) others.delete(operation);
      else others.set(operation, { operation, ...deviation, acceptable: isAcceptable(deviation.got) });
      listeners.notify();
    },
    others: (): readonly OtherPath[] => [...others.values()],
    onChange: listeners.add,
  };
}

/** Refuses patterns with an id (a long segment with a digit): the response may be for another payment. */
function isAcceptable(pattern: string): boolean {
  const isForeign = pattern.split('/').some((segment) => segment.length >= 20 && /\d/.test(segment));
  return /^\/[\w.~%/{}-]{0,250}$/.test(pattern) && !isForeign;
}

/**
 * Returns the settings with a pattern accepted by a manager. The pattern must equal the notice's: otherwise a window
 * could choose the signatures trusted by the till. Throws `TillError` `response-path.not-seen`.
 */
export function withAcceptedPath(
  settings: TerminalSettings,
  seen: OtherPath | undefined,
  pattern: string,
): TerminalSettings {
  if (seen?.acceptable !== true || seen.got !== pattern)
    throw new TillError('response-path.not-seen', 'Path not signed by the payment service');
  const entry = acceptedEntry(seen.operation, '');
  const kept = (settings.tuning.responsePaths ?? []).filter((other) => !other.startsWith(entry));
  const responsePaths = [...kept, acceptedEntry(seen.operation, pattern)];
  return { ...settings, tuning: { ...settings.tuning, responsePaths } };
}
