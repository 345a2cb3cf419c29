import { useCallback } from 'react';
import type { Ask } from '../../../../preload/contract/contract.ts';
import type { LogPlace } from '../../../../preload/contract/logs.ts';
import { callMain, useBridge } from '../../../ui/bridge.ts';
import { useSearch } from '../../../ui/use-search.ts';

const PAGE = 100;
/** The window holds no more lines: older ones are found by their time. */
const MOST = 20_000;

export type WantedLines = Omit<Ask<'logs.find'>, 'after' | 'limit'>;

/** `wanted` has to stay the same object while the same is wanted. */
export function useLogLines(wanted: WantedLines) {
  const bridge = useBridge();
  const ask = useCallback(
    (after: LogPlace | null) => callMain(bridge, 'logs.find', { ...wanted, limit: PAGE, after: after ?? undefined }),
    [bridge, wanted],
  );
  const found = useSearch({ ask, key: 'id', enough: PAGE, watchEveryMs: 3_000 });
  const { state, next, rows, goOn } = found;
  const atEnd = () => {
    if (state === 'resting' && next !== null && rows.length < MOST) goOn();
  };
  return { ...found, atEnd };
}
