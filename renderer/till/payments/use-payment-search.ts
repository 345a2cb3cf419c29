import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../preload/contract/contract.ts';
import type { ErrorView, SaleSummary } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { useSame } from '../../ui/use-selected.ts';
import { useRecentChanges } from '../till-store.ts';
import type { WantedPayments } from './wanted-payments.ts';

const PAGE = 100;

type Place = NonNullable<Answer<'payments.find'>['next']>;

export interface PaymentSearch {
  readonly rows: readonly SaleSummary[];
  readonly next: Place | null;
  readonly loading: boolean;
  readonly problem: ErrorView | undefined;
  loadMore(): void;
}

export function usePaymentSearch(given: WantedPayments): PaymentSearch {
  const wanted = useSame(given);
  const bridge = useBridge();
  const changed = useRecentChanges();
  const [state, setState] = useState<Omit<PaymentSearch, 'loadMore'>>({
    rows: [],
    next: null,
    loading: true,
    problem: undefined,
  });
  // Only the newest request counts: a late answer to an older text must not replace its rows.
  const newest = useRef(0);
  const find = useCallback(
    async (after: Place | null, held: readonly SaleSummary[]) => {
      newest.current += 1;
      const mine = newest.current;
      setState((was) => ({ ...was, loading: true }));
      const outcome = await callMain(bridge, 'payments.find', {
        ...wanted,
        limit: PAGE,
        ...(after === null ? {} : { after }),
      });
      if (mine !== newest.current) return;
      if (!outcome.ok) return setState((was) => ({ ...was, loading: false, problem: outcome.error }));
      const { next } = outcome.value;
      const rows = [...held, ...outcome.value.rows];
      // Main looks through only so much at a time: where few are wanted, it is asked on.
      const isShort = next !== null && rows.length < PAGE;
      setState({ rows, next, loading: isShort, problem: undefined });
      if (isShort) await find(next, rows);
    },
    [bridge, wanted],
  );
  const shownFor = useRef('');
  useEffect(() => {
    shownFor.current = changed;
    void find(null, []);
  }, [find, changed]);
  return {
    ...state,
    loadMore: () => {
      if (state.next !== null && !state.loading) void find(state.next, state.rows);
    },
  };
}
