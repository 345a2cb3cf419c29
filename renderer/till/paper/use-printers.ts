import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '../../../preload/contract/contract.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';

export type Printers = Answer<'paper.printers'>['printers'];

/** The printers that the system has, as it said last; undefined before it has. */
export function usePrinters(): { readonly printers: Printers | undefined; refresh(): void } {
  const bridge = useBridge();
  const [printers, setPrinters] = useState<Printers>();
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let gone = false;
    const read = async (time: number) => {
      const outcome = await callMain(bridge, 'paper.printers', {});
      if (outcome.ok && !gone && time === asked) setPrinters(outcome.value.printers ?? []);
    };
    void read(asked);
    return () => {
      gone = true;
    };
  }, [bridge, asked]);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);
  return { printers, refresh };
}
