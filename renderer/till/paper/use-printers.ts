import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '../../../preload/contract/contract.ts';
import { useCall } from '../../ui/use-call.ts';

export type Printers = Answer<'paper.printers'>['printers'];

/** The printers that the system has, as it said last; undefined before it has. */
export function usePrinters(): { readonly printers: Printers | undefined; refresh(): void } {
  const { run } = useCall('paper.printers');
  const [printers, setPrinters] = useState<Printers>();
  const refresh = useCallback(() => {
    void run({}).then((outcome) => {
      if (outcome?.ok) setPrinters(outcome.value.printers ?? []);
    });
  }, [run]);
  useEffect(refresh, [refresh]);
  return { printers, refresh };
}
