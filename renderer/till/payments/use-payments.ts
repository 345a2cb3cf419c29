import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorView, SaleSummary } from '../../../preload/views.ts';
import { ask, useBridge } from '../../ui/bridge.ts';
import { useTill } from '../till-store.ts';

const PAGE = 100;

export interface PaymentRows {
  readonly rows: readonly SaleSummary[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly problem: ErrorView | undefined;
  /** Fetches the page after the last row. */
  loadMore(): void;
}

/** Payments of the journal that hold `text`, newest first, a page at a time; read again when a payment changes. */
export function usePayments(text: string): PaymentRows {
  const bridge = useBridge();
  const changed = useTill((till) =>
    till.recent.map((row) => `${row.saleId} ${row.stage} ${row.refunded} ${row.refunding}`).join(),
  );
  const [state, setState] = useState<Omit<PaymentRows, 'loadMore'>>({
    rows: [],
    more: false,
    loading: true,
    problem: undefined,
  });
  // The newest request wins: an answer to an older text must not replace it.
  const newest = useRef(0);
  const find = useCallback(
    async (before: SaleSummary | undefined, held: readonly SaleSummary[]) => {
      newest.current += 1;
      const mine = newest.current;
      setState((was) => ({ ...was, loading: true }));
      const outcome = await ask(bridge, 'payments.find', {
        text,
        limit: PAGE,
        ...(before === undefined ? {} : { before: before.at }),
      });
      if (mine !== newest.current) return;
      if (!outcome.ok) return setState((was) => ({ ...was, loading: false, problem: outcome.error }));
      const { rows, more } = outcome.value;
      setState({ rows: [...held, ...rows], more, loading: false, problem: undefined });
    },
    [bridge, text],
  );
  const shownFor = useRef('');
  useEffect(() => {
    shownFor.current = changed;
    void find(undefined, []);
  }, [find, changed]);
  return {
    ...state,
    loadMore: () => {
      if (state.more && !state.loading) void find(state.rows.at(-1), state.rows);
    },
  };
}
