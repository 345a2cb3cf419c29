import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bridge, Outcome } from '../../preload/contract/contract.ts';
import type { ErrorView } from '../../preload/contract/views.ts';
import { useBridge } from './ask-main.ts';
import { useSame } from './use-selected.ts';
import type { TableRows } from './virtual-table.tsx';

interface Page<Row, Place> {
  readonly rows: readonly Row[];
  /** Start of the next page; null at the end of the list. */
  readonly next: Place | null;
  readonly looked?: number;
  readonly total?: number | undefined;
}

interface Search<Wanted, Row, Place> {
  /** A changed value starts a new search. */
  readonly wanted: Wanted;
  /** Must be a stable function. */
  readonly ask: (bridge: Bridge, wanted: Wanted, place: Place | undefined) => Promise<Outcome<Page<Row, Place>>>;
  /** Rows with an already known key are skipped: new entries shift older rows to the next page. */
  readonly key: keyof Row;
  /** A search continues until `enough` more rows are found, or to the end of the list. */
  readonly enough: number;
  /** Keeps the previous rows visible until new rows are found. */
  readonly keepsRows?: boolean;
  /** A changed text starts a new search. */
  readonly changes?: string;
  /** For a list that grows at its beginning: poll interval for new rows. */
  readonly watchEveryMs?: number;
  readonly most?: number;
}

/** The table requests the next page this many rows before its end. */
const AHEAD = 20;

interface Found<Row, Place> extends Page<Row, Place> {
  readonly state: 'looking' | 'resting' | 'stopped';
  readonly problem: ErrorView | undefined;
}

/** Page by page in main. */
export function useSearch<Wanted, Row extends object, Place>(search: Search<Wanted, Row, Place>) {
  const { ask: askFor, key, enough, keepsRows = false, changes = '', watchEveryMs } = search;
  const bridge = useBridge();
  const wanted = useSame(search.wanted);
  const ask = useCallback(
    (place: Place | null) => askFor(bridge, wanted, place ?? undefined),
    [askFor, bridge, wanted],
  );
  const [found, setFound] = useState<Found<Row, Place>>({ rows: [], next: null, state: 'looking', problem: undefined });
  // A late response of an older search must not replace newer rows.
  const newest = useRef(0);
  const look = useCallback(
    async (place: Place | null, held: readonly Row[]) => {
      newest.current += 1;
      const mine = newest.current;
      const kept = place !== null || keepsRows;
      setFound((was) => ({ ...(kept ? was : { rows: [], next: null }), state: 'looking', problem: undefined }));
      let rows = held;
      let next = place;
      let state: Found<Row, Place>['state'];
      do {
        const from: Place | null = next;
        const outcome = await ask(from);
        if (mine !== newest.current) return;
        if (!outcome.ok) return setFound((was) => ({ ...was, next: from, state: 'stopped', problem: outcome.error }));
        next = outcome.value.next;
        const known = new Set(rows.map((row) => row[key]));
        const found = outcome.value.rows;
        const added = found.filter((row) => !known.has(row[key]));
        rows = [...rows, ...added];
        const isShort = next !== null && rows.length < held.length + enough;
        // A list that only repeats known rows might never end.
        const repeats = found.length > 0 && added.length === 0;
        state = !isShort ? 'resting' : repeats ? 'stopped' : 'looking';
        setFound({ ...outcome.value, rows, state, problem: undefined });
      } while (state === 'looking');
    },
    [ask, key, enough, keepsRows],
  );
  const searchedFor = useRef('');
  useEffect(() => {
    searchedFor.current = changes;
    void look(null, []);
    return () => {
      newest.current += 1;
    };
  }, [look, changes]);
  useEffect(() => {
    if (watchEveryMs === undefined) return;
    let asking = false;
    const watch = async () => {
      if (asking) return;
      asking = true;
      const search = newest.current;
      const outcome = await ask(null);
      asking = false;
      if (search !== newest.current || !outcome.ok) return;
      setFound((was) => (was.state === 'looking' ? was : withNewer(was, outcome.value, key)));
    };
    const timer = setInterval(() => void watch(), watchEveryMs);
    return () => clearInterval(timer);
  }, [ask, key, watchEveryMs]);
  const { rows, next, state } = found;
  // Without a next page the search restarts, and rows kept from an earlier search do not count.
  const goOn = () => void look(next, next === null ? [] : rows);
  const table: TableRows<Row> = {
    total: rows.length,
    row: (index) => rows[index],
    see: (_first, last) => {
      const isWanted = last >= rows.length - AHEAD && rows.length < (search.most ?? Number.POSITIVE_INFINITY);
      if (isWanted && next !== null && state === 'resting') goOn();
    },
    isOpenEnded: next !== null,
  };
  return {
    ...found,
    table,
    goOn,
    stop: () => {
      newest.current += 1;
      setFound((was) => ({ ...was, state: 'stopped' }));
    },
  };
}

/** `newest`: the present first page. If it does not reach the known rows, the list restarts with it. */
function withNewer<Row extends object, Place>(
  held: Found<Row, Place>,
  newest: Page<Row, Place>,
  key: keyof Row,
): Found<Row, Place> {
  const first = held.rows[0];
  const known = first === undefined ? -1 : newest.rows.findIndex((row) => row[key] === first[key]);
  if (known === -1) return { ...newest, state: 'resting', problem: undefined };
  return known === 0 ? held : { ...held, rows: [...newest.rows.slice(0, known), ...held.rows] };
}
