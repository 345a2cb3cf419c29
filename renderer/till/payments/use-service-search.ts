import { useCallback, useEffect, useRef, useState } from 'react';
import type { Ask } from '../../../preload/contract/contract.ts';
import type { ServicePayment, ServicePlace } from '../../../preload/contract/payments.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { useSame } from '../../ui/use-selected.ts';

/** More than a screen holds: the service's list is looked through until so many more fit, or to its end. */
const ENOUGH = 40;

export type ServiceWanted = Omit<Ask<'payments.search-all'>, 'place'>;

interface State {
  readonly rows: readonly ServicePayment[];
  /** The place from which the search goes on; null at the end of the list. */
  readonly next: ServicePlace | null;
  readonly looked: number;
  readonly total: number | undefined;
  readonly state: 'looking' | 'resting' | 'stopped';
  readonly problem: ErrorView | undefined;
}

export interface ServiceSearch extends State {
  stop(): void;
  /** Looks on, after a stop, a fault, or where enough was found. */
  goOn(): void;
}

const NOTHING: State = { rows: [], next: null, looked: 0, total: undefined, state: 'looking', problem: undefined };

export function useServiceSearch(given: ServiceWanted): ServiceSearch {
  const wanted = useSame(given);
  const bridge = useBridge();
  const [state, setState] = useState(NOTHING);
  // Only the newest search counts: a late answer to an older one must not replace its rows.
  const newest = useRef(0);
  const look = useCallback(
    async (place: ServicePlace | null, held: readonly ServicePayment[]) => {
      newest.current += 1;
      const mine = newest.current;
      setState((was) => ({ ...(place === null ? NOTHING : was), state: 'looking', problem: undefined }));
      let rows = held;
      let next: ServicePlace | null = place;
      do {
        const from: ServicePlace | null = next;
        const outcome = await callMain(bridge, 'payments.search-all', {
          ...wanted,
          ...(from === null ? {} : { place: from }),
        });
        if (mine !== newest.current) return;
        if (!outcome.ok) return setState((was) => ({ ...was, next: from, state: 'stopped', problem: outcome.error }));
        const { looked, total } = outcome.value;
        next = outcome.value.next;
        rows = withNew(rows, outcome.value.rows);
        const state = next !== null && rows.length < held.length + ENOUGH ? 'looking' : 'resting';
        setState({ rows, next, looked, total, state, problem: undefined });
      } while (next !== null && rows.length < held.length + ENOUGH);
    },
    [bridge, wanted],
  );
  useEffect(() => {
    void look(null, []);
    return () => {
      newest.current += 1;
    };
  }, [look]);
  return {
    ...state,
    stop: () => {
      newest.current += 1;
      setState((was) => ({ ...was, state: 'stopped' }));
    },
    goOn: () => void look(state.next, state.rows),
  };
}

/** A payment made meanwhile moves the others to the next page: what is there already is left out. */
function withNew(held: readonly ServicePayment[], rows: readonly ServicePayment[]): readonly ServicePayment[] {
  const known = new Set(held.map(({ paymentId }) => paymentId));
  return [...held, ...rows.filter(({ paymentId }) => !known.has(paymentId))];
}
