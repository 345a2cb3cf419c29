import { useEffect, useState } from 'react';
import type { SaleView } from '../../../preload/contract/views.ts';
import { Button } from '../../ui/button.tsx';
import { usePressable } from '../../ui/use-pressable.ts';
import { useWords } from '../../ui/use-words.ts';
import { useSnapshots } from '../till-store.ts';

/** A customer who pays at once takes about this long; until then the question would stand in the way. */
const OFFERED_AFTER_MS = 10_000;

interface Props {
  readonly sale: SaleView;
  readonly pending: boolean;
  ask(): void;
}

/** Beside *Cancel payment* after ten seconds. Its room is kept until then, so that nothing moves under a finger. */
export function SaysPaidButton({ sale, pending, ask }: Props) {
  const now = useSnapshots();
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    const sinceStart = (now.getState().snapshot?.at ?? sale.startedAt) - sale.startedAt;
    const timer = setTimeout(() => setOffered(true), OFFERED_AFTER_MS - sinceStart);
    return () => clearTimeout(timer);
  }, [now, sale.startedAt]);
  return offered ? <Offered sale={sale} pending={pending} ask={ask} /> : <span />;
}

/** It also appears where *Go on waiting* was, under a finger that may have pressed that twice. */
function Offered({ sale, pending, ask }: Props) {
  const { t } = useWords();
  const pressable = usePressable();
  return (
    <Button
      aria-disabled={pending || sale.verdict?.kind === 'asking' || !pressable}
      aria-keyshortcuts="F3"
      data-settling={!pressable || undefined}
      keepsFocus
      onClick={() => pressable && ask()}
    >
      {t('sale.says-paid')}
    </Button>
  );
}
