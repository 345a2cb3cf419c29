import { Listeners } from '../base/listeners.ts';
import { TillError } from '../base/till-error.ts';
import type { Operation } from '../service/operations.ts';
import { acceptedEntry, type PathDeviation } from '../service/response-path.ts';
import type { TerminalSettings } from '../settings/settings.ts';

export type ResponsePathWatch = ReturnType<typeof createResponsePathWatch>;

/** The `path` of an operation's responses, while it is not the request's. */
export interface OtherPath extends PathDeviation {
  readonly operation: Operation;
  /** False for a value that differs from call to call, or may belong to another payment. */
  readonly acceptable: boolean;
}

/** Remembers the latest deviation of each operation until a response of it is as expected. */
export function createResponsePathWatch() {
  const others = new Map<Operation, OtherPath>();
  const listeners = new Listeners();
  return {
    /** For the exchange: genuine responses only. */
    seen(operation: Operation, deviation: PathDeviation | undefined): void {
      const before = others.get(operation);
      if (before?.expected === deviation?.expected && before?.got === deviation?.got) return;
      if (deviation === undefined) others.delete(operation);
      else others.set(operation, { operation, ...deviation, acceptable: isAcceptable(deviation.got) });
      listeners.tell();
    },
    others: (): readonly OtherPath[] => [...others.values()],
    onChange: listeners.add,
  };
}

/** A segment of that length with a digit is an id that is not the request's: the response may be another payment's. */
function isAcceptable(pattern: string): boolean {
  const isForeign = pattern.split('/').some((segment) => segment.length >= 20 && /\d/.test(segment));
  return /^\/[\w.~%/{}-]{0,250}$/.test(pattern) && !isForeign;
}

/**
 * The settings with the pattern that a manager accepted, for its operation alone. It must be the pattern on the notice:
 * otherwise a window could choose which signatures the till trusts. Errors: `response-path.not-seen`.
 */
export function withAcceptedPath(
  settings: TerminalSettings,
  seen: OtherPath | undefined,
  pattern: string,
): TerminalSettings {
  if (seen?.acceptable !== true || seen.got !== pattern)
    throw new TillError('response-path.not-seen', 'The payment service does not sign for that path');
  const entry = acceptedEntry(seen.operation, '');
  const kept = (settings.tuning.responsePaths ?? []).filter((other) => !other.startsWith(entry));
  const responsePaths = [...kept, acceptedEntry(seen.operation, pattern)];
  return { ...settings, tuning: { ...settings.tuning, responsePaths } };
}
