import { useCallback, useEffect, useRef, useState } from 'react';
import type { Ask } from '../../../../preload/contract/contract.ts';
import type { LogPlace, LogRow } from '../../../../preload/contract/logs.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../../ui/bridge.ts';
import { withNewer } from './with-newer.ts';

const PAGE = 100;
/** So many lie in the window at most: who wants an older one names its time. */
const MOST = 20_000;
/** How often the newest are looked for. */
const LOOK_EVERY_MS = 3_000;

export type WantedLines = Omit<Ask<'logs.find'>, 'after' | 'limit'>;

export interface LogLines {
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
  // Only the newest question counts: a late answer to an older one must not replace its rows.
  const newest = useRef(0);
  const busy = useRef(false);
  const find = useCallback(
    async (after: LogPlace | null, held: readonly LogRow[], wantedRows: number, question: number): Promise<void> => {
      busy.current = true;
      const outcome = await callMain(bridge, 'logs.find', {
        ...wanted,
        limit: PAGE,
        ...(after === null ? {} : { after }),
      });
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
