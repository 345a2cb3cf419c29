import type { SaleView } from '../../../preload/contract/views.ts';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { useSnapshotState } from '../till-store.ts';

/** The end of a shorter wait is not told. */
const MOMENT_MS = 60_000;

export interface ProgressText {
  readonly text: string;
  /** Without the seconds, which nobody wants to hear counted. */
  readonly spoken: string;
}

/** The work that the till waits for: not in the first 300 ms, and after 5 s with the time it has taken. */
export function useProgressText(doing: SaleView['doing']): ProgressText | undefined {
  const { t, firstOf, futureTime } = useWords();
  const now = useNow(doing !== undefined, 200);
  const { snapshotAt, receivedAt } = useSnapshotState((state) =>
    // Without a wait no clock is read, so that a new snapshot renders nothing.
    doing === undefined
      ? { snapshotAt: 0, receivedAt: 0 }
      : { snapshotAt: state.snapshot?.at ?? 0, receivedAt: state.receivedAt },
  );
  if (doing === undefined) return undefined;
  const waited = Math.max(0, snapshotAt - doing.sinceMs) + Math.max(0, now - receivedAt);
  if (waited < 300) return undefined;
  const { untilMs } = doing;
  if (untilMs !== undefined && untilMs - snapshotAt > MOMENT_MS) {
    const until = futureTime(untilMs, snapshotAt);
    const text = t(firstOf([`doing.${doing.code}.until`], 'doing.asked-to-wait.until'), { until });
    return { text, spoken: text };
  }
  const spoken = t(firstOf([`doing.${doing.code}`], 'doing.other'));
  const text = waited < 5_000 ? spoken : t('doing.long', { what: spoken, seconds: Math.floor(waited / 1000) });
  return { text, spoken };
}
