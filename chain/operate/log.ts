import pino, { type Logger, type LoggerOptions } from 'pino';

type Fault = Error & { readonly code?: string; readonly detail?: string; readonly hint?: string };

/** JSON lines with the level as a word and the time in ISO 8601. */
export const logOptions: LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  serializers: { err: shown },
};

/** Writes synchronously, so that the last line before an exit is kept. */
export const openLog = (): Logger => pino(logOptions, pino.destination({ fd: 2, sync: true }));

const MINUTE_MS = 60_000;
const MOST_KEPT = 100;

/** The same fault at most once a minute; `times`: occurrences since the last line. `now`: ms since the epoch. */
export function faultsIn(log: Pick<Logger, 'error'>, now: () => number): (fault: Error) => void {
  const kept = new Map<string, { readonly at: number; times: number }>();
  return (fault) => {
    const { type, code, message } = shown(fault);
    const key = JSON.stringify([type, code, message]);
    const last = kept.get(key) ?? { at: Number.NEGATIVE_INFINITY, times: 0 };
    last.times += 1;
    if (now() - last.at < MINUTE_MS) return;
    log.error({ err: fault, ...(last.times > 1 && { times: last.times }) }, message);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, { at: now(), times: 0 });
  };
}

/** Faults of database, network and settings explain themselves without a stack. */
function shown(fault: Fault) {
  const cause: Fault | undefined = fault instanceof AggregateError ? fault.errors[0] : fault.cause;
  const { name, detail, hint, code = cause?.code, stack } = fault;
  const message = [fault.message, cause?.message].filter(Boolean).join(': ');
  const isOfCode = code === undefined && /^(Type|Range|Reference|Syntax|Zod|Assertion)Error$/.test(name);
  return { type: name, code, message, detail, hint, ...(isOfCode && { stack }) };
}
