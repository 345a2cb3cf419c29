import { useCallback, useEffect, useRef, useState } from 'react';
import type { Ask } from '../../../../preload/contract/contract.ts';
import type { RecordPlace, RecordRow } from '../../../../preload/contract/record.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../../ui/bridge.ts';

const PAGE = 50;

export type WantedRecord = Pick<Ask<'record.find'>, 'kind' | 'person' | 'text'>;

export interface RecordSearch {
  readonly rows: readonly RecordRow[];
  readonly next: RecordPlace | null;
  readonly loading: boolean;
  readonly problem: ErrorView | undefined;
}

export function useRecord({ kind, person, text }: WantedRecord): RecordSearch & { loadMore(): void } {
  const bridge = useBridge();
  const [state, setState] = useState<RecordSearch>({ rows: [], next: null, loading: true, problem: undefined });
  // Only the newest request counts: a late answer to an older question must not replace its rows.
  const newest = useRef(0);
  const find = useCallback(
    async (after: RecordPlace | null, held: readonly RecordRow[], wantedRows: number): Promise<void> => {
      newest.current += 1;
      const mine = newest.current;
      setState((was) => ({ ...was, loading: true }));
      const outcome = await callMain(bridge, 'record.find', {
        text,
        limit: PAGE,
        ...(kind === undefined ? {} : { kind }),
        ...(person === undefined ? {} : { person }),
        ...(after === null ? {} : { after }),
      });
      if (mine !== newest.current) return;
      if (!outcome.ok) return setState((was) => ({ ...was, loading: false, problem: outcome.error }));
      const { next } = outcome.value;
      const rows = [...held, ...outcome.value.rows];
      // Main looks through only so much at a time: where little is wanted, it is asked on.
      const isShort = next !== null && rows.length < wantedRows;
      setState({ rows, next, loading: isShort, problem: undefined });
      if (isShort) await find(next, rows, wantedRows);
    },
    [bridge, kind, person, text],
  );
  useEffect(() => {
    void find(null, [], PAGE);
    // The answer to what was asked last is not gone on from when the part closes.
    return () => {
      newest.current += 1;
    };
  }, [find]);
  return {
    ...state,
    loadMore: () => {
      if (state.next !== null && !state.loading) void find(state.next, state.rows, state.rows.length + PAGE);
    },
  };
}
