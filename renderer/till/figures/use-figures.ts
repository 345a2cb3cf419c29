import { useEffect, useState } from 'react';
import type { Figures } from '../../../preload/contract/figures.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useTill } from '../till-store.ts';

interface Read {
  /** The last ones read, be it of another day, until the new ones are there. */
  readonly figures: Figures | undefined;
  readonly problem: ErrorView | undefined;
  readonly waits: boolean;
}

export function useFigures(day: string): Read {
  const bridge = useBridge();
  const [read, setRead] = useState<Omit<Read, 'waits'>>({ figures: undefined, problem: undefined });
  const [pending, setPending] = useState(true);
  const changes = useTill(({ recent }) =>
    recent.map(({ saleId, stage, refunded, refunding }) => [saleId, stage, refunded, refunding].join()).join(),
  );
  const waited = useElapsed(pending);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed is a reason to read again.
  useEffect(() => {
    let gone = false;
    setPending(true);
    void callMain(bridge, 'figures.read', { day }).then((outcome) => {
      if (gone) return;
      setPending(false);
      if (outcome.ok) setRead({ figures: outcome.value, problem: undefined });
      else setRead((before) => ({ ...before, problem: outcome.error }));
    });
    return () => {
      gone = true;
    };
  }, [bridge, day, changes]);
  return { ...read, waits: pending && waited > 300 };
}
