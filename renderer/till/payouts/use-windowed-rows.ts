import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Ask } from '../../../preload/contract/contract.ts';
import { callMain, useBridge } from '../../ui/ask-main.ts';
import { useSame } from '../../ui/use-selected.ts';
import type { TableRows } from '../../ui/virtual-table.tsx';

/** Rows per fetch, and number of fetches kept: the page never holds the whole list. */
const WINDOW = 100;
const KEPT = 12;

type ListName = 'payouts.list' | 'payouts.transactions';
type RowOf<Name extends ListName> = Answer<Name>['rows'][number];

/** A new `body` loads another list, a new `version` loads newer rows. */
export function useWindowedRows<Name extends ListName>(
  name: Name,
  body: Omit<Ask<Name>, 'offset' | 'limit'>,
  version: string,
): TableRows<RowOf<Name>> {
  type Row = RowOf<Name>;
  const bridge = useBridge();
  const wanted = useSame(body);
  const ask = useCallback(
    (offset: number) => callMain(bridge, name, { ...wanted, offset, limit: WINDOW } as Ask<Name>),
    [bridge, name, wanted],
  );
  const [total, setTotal] = useState(0);
  const [, setDrawn] = useState(0);
  const windows = useRef(new Map<number, { readonly rows: readonly Row[]; readonly version: string }>());
  const asked = useRef(new Set<string>());
  const sight = useRef<readonly [number, number]>([0, 0]);
  const current = useRef(ask);

  const fetchWindow = useCallback(
    async (number: number) => {
      const name = `${number} ${version}`;
      if (asked.current.has(name) || windows.current.get(number)?.version === version) return;
      asked.current.add(name);
      const outcome = await ask(number * WINDOW);
      asked.current.delete(name);
      if (!outcome.ok || current.current !== ask) return;
      const page = outcome.value;
      windows.current.delete(number);
      windows.current.set(number, { rows: page.rows, version });
      for (const oldest of windows.current.keys()) {
        if (windows.current.size <= KEPT) break;
        windows.current.delete(oldest);
      }
      setTotal(page.total);
      setDrawn((count) => count + 1);
    },
    [ask, version],
  );

  const fetchSight = useCallback(() => {
    const [first, last] = sight.current;
    for (let number = Math.floor(first / WINDOW); number <= Math.floor(last / WINDOW); number += 1)
      void fetchWindow(number);
  }, [fetchWindow]);

  useEffect(() => {
    if (current.current !== ask) {
      current.current = ask;
      windows.current.clear();
      asked.current.clear();
      sight.current = [0, 0];
      setTotal(0);
    }
    fetchSight();
  }, [ask, fetchSight]);

  const see = useCallback(
    (first: number, last: number) => {
      sight.current = [first, last];
      fetchSight();
    },
    [fetchSight],
  );
  const row = (index: number) => windows.current.get(Math.floor(index / WINDOW))?.rows[index % WINDOW];
  return { total, row, see };
}
