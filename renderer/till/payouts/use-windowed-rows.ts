import { useCallback, useEffect, useRef, useState } from 'react';
import type { TableRows } from '../../ui/virtual-table.tsx';

/** Rows fetched at once, and such windows kept: no page of the service ever lies in the page whole. */
const WINDOW = 100;
const KEPT = 12;

interface Page<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/**
 * Rows of a long list, fetched where somebody looks. `ask` gives a part of it, or undefined where main refused; another
 * `ask` is another list, and another `version` the same one with newer rows.
 */
export function useWindowedRows<Row>(
  ask: (offset: number, limit: number) => Promise<Page<Row> | undefined>,
  version: string,
): TableRows<Row> {
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
      const page = await ask(number * WINDOW, WINDOW);
      asked.current.delete(name);
      if (page === undefined || current.current !== ask) return;
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
