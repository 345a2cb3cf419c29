import { useCallback, useEffect, useRef, useState } from 'react';
import type { Ask } from '../../../../preload/contract/contract.ts';
import type { LogPlace, LogRow } from '../../../../preload/contract/logs.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../../ui/bridge.ts';

const PAGE = 100;
/** The window holds no more lines: older ones are found by their time. */
const MOST = 20_000;
const LOOK_EVERY_MS = 3_000;

export type WantedLines = Omit<Ask<'logs.find'>, 'after' | 'limit'>;

interface LogLines {
  readonly rows: readonly LogRow[];
  readonly next: LogPlace | null;
  readonly loading: boolean;
  readonly problem: ErrorView | undefined;
}

const nothing: LogLines = { rows: [], next: null, loading: true, problem: undefined };

/** New lines are put in front as the log grows. `wanted` has to stay the same object while the same is wanted. */
export function useLogLines(wanted: WantedLines): LogLines & { loadMore(): void } {
  const bridge = useBridge();
  const [state, setState] = useState<LogLines>(nothing);
  // A late answer to an older question must not replace newer rows.
  const newest = useRef(0);
  const busy = useRef(false);
  const find = useCallback(
    async (after: LogPlace | null, held: readonly LogRow[], wantedRows: number, question: number): Promise<void> => {
      busy.current = true;
      const outcome = await callMain(bridge, 'logs.find', { ...wanted, limit: PAGE, after: after ?? undefined });
      if (question !== newest.current) return;
      busy.current = false;
      if (!outcome.ok) return setState((was) => ({ ...was, loading: false, problem: outcome.error }));
      const { next } = outcome.value;
      const rows = [...held, ...outcome.value.rows];
      // Main looks through only so much at a time: where little is wanted, it is asked on.
      const isShort = next !== null && rows.length < wantedRows;
      setState({ rows, next: rows.length < MOST ? next : null, loading: isShort, problem: undefined });
      if (isShort) await find(next, rows, wantedRows, question);
    },
    [bridge, wanted],
  );

  const look = useCallback(async () => {
    if (busy.current) return;
    const question = newest.current;
    const outcome = await callMain(bridge, 'logs.find', { ...wanted, limit: PAGE });
    if (question !== newest.current || busy.current || !outcome.ok) return;
    const { rows, next } = outcome.value;
    setState((was) => withNewer(was, rows, next));
  }, [bridge, wanted]);

  useEffect(() => {
    newest.current += 1;
    setState(nothing);
    void find(null, [], PAGE, newest.current);
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      newest.current += 1;
      clearInterval(timer);
    };
  }, [find, look]);

  const { rows, next, loading, problem } = state;
  const loadMore = useCallback(() => {
    if (next === null || loading || busy.current || problem !== undefined) return;
    setState((was) => ({ ...was, loading: true }));
    void find(next, rows, rows.length + PAGE, newest.current);
  }, [find, next, rows, loading, problem]);
  return { ...state, loadMore };
}

/** `newest`: the first page as it is now. Where it does not reach the held rows, the list begins anew with it. */
function withNewer(held: LogLines, newest: readonly LogRow[], next: LogPlace | null): LogLines {
  const first = held.rows[0];
  const known = first === undefined ? -1 : newest.findIndex(({ id }) => id === first.id);
  if (known === 0) return held;
  if (known > 0) return { ...held, rows: [...newest.slice(0, known), ...held.rows] };
  return newest.length === 0 && held.rows.length === 0 ? held : { ...held, rows: newest, next };
}
