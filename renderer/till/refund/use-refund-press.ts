import { useRef, useState } from 'react';
import type { Ask } from '../../../preload/contract/contract.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';

export interface RefundPress {
  /** Requests the refund with a new request id. Resolves with the refusal, if any. */
  press(ask: Omit<Ask<'refund.start'>, 'wish'>): Promise<ErrorView | undefined>;
  /** Withdraws the refund if not sent yet, and closes the dialog unless too late. */
  leave(): void;
  readonly wish: string | undefined;
  readonly pending: boolean;
  readonly problem: ErrorView | undefined;
  /** The user tried to withdraw, but the refund had been sent. */
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
    // If main did not answer, the window waits for the outcome of the refund.
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
