import { useRef, useState } from 'react';
import type { Ask } from '../../../preload/contract/contract.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';

export interface RefundPress {
  /** Asks for the refund, as a press of its own. Resolves with why it was refused. */
  press(ask: Omit<Ask<'refund.start'>, 'wish'>): Promise<ErrorView | undefined>;
  /** Takes it back while it is being prepared, and closes the dialog unless it is too late. */
  leave(): void;
  readonly wish: string | undefined;
  readonly pending: boolean;
  readonly problem: ErrorView | undefined;
  /** Somebody wanted to take it back, and it has begun. */
  readonly isTooLate: boolean;
  clear(): void;
}

export function useRefundPress(close: () => void): RefundPress {
  const start = useCall('refund.start');
  const takeBack = useCall('refund.take-back');
  const [wish, setWish] = useState<string>();
  const [isTooLate, setTooLate] = useState(false);
  const isLeaving = useRef(false);

  const press: RefundPress['press'] = async (ask) => {
    const pressed = crypto.randomUUID();
    setWish(pressed);
    const outcome = await start.run({ wish: pressed, ...ask });
    if (outcome === undefined) return undefined;
    if (!outcome.ok) {
      isLeaving.current = false;
      return outcome.error;
    }
    if (isLeaving.current) setTooLate(true);
    else close();
    return undefined;
  };

  const leave = async () => {
    if (!start.pending || wish === undefined) return close();
    isLeaving.current = true;
    const outcome = await takeBack.run({ wish });
    if (outcome?.ok && outcome.value.outcome === 'taken-back') return close();
    // The window waits for what becomes of the press where main did not answer.
    if (outcome !== undefined && !outcome.ok) isLeaving.current = false;
  };

  return {
    press,
    leave: () => void leave(),
    wish,
    pending: start.pending,
    problem: start.problem,
    isTooLate,
    clear: start.clear,
  };
}
