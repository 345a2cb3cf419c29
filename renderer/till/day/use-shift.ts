import { useEffect, useRef } from 'react';
import { type Read, useRead } from '../../ui/use-read.ts';
import { useTill } from '../till-store.ts';

/** The shift that runs, read again when a payment changes. */
export function useShift(): Read<'shift.so-far'> {
  const changed = useTill((till) =>
    till.recent.map((row) => `${row.saleId} ${row.stage} ${row.refunded} ${row.refunding}`).join(),
  );
  const shift = useRead('shift.so-far', {});
  const { read } = shift;
  const readFor = useRef(changed);
  useEffect(() => {
    if (readFor.current === changed) return;
    readFor.current = changed;
    void read();
  }, [read, changed]);
  return shift;
}
