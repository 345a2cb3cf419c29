import { useRef, useState } from 'react';
import type { Ask } from '../../../preload/contract/contract.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';

export interface StartRefund {
  /** Resolves with the refusal, if any. */
  request(ask: Omit<Ask<'refund.start'>, 'wish'>): Promise<ErrorView | undefined>;
  /** Withdraws a refund not sent yet, and closes the dialog unless too late. */
  leave(): void;
  readonly requestId: string | undefined;
  readonly pending: boolean;
  readonly problem: ErrorView | undefined;
  /** The user tried to withdraw, but the refund had been sent. */
  readonly isTooLate: boolean;
  clear(): void;
}

export function useStartRefund(close: () => void): StartRefund {
  const start = useCall('refund.start');
  const takeBack = useCall('refund.take-back');
  const [requestId, setRequestId] = useState<string>();
  const [isTooLate, setTooLate] = useState(false);
  const isLeaving = useRef(false);

  const request: StartRefund['request'] = async (ask) => {
    const newId = crypto.randomUUID();
    setRequestId(newId);
    const outcome = await start.run({ wish: newId, ...ask });
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
    if (!start.pending || requestId === undefined) return close();
    isLeaving.current = true;
    const outcome = await takeBack.run({ wish: requestId });
    if (outcome?.ok && outcome.value.outcome === 'taken-back') return close();
    // If main did not answer, the window waits for the outcome of the refund.
    if (outcome !== undefined && !outcome.ok) isLeaving.current = false;
  };

  return {
    request,
    leave: () => void leave(),
    requestId,
    pending: start.pending,
    problem: start.problem,
    isTooLate,
    clear: start.clear,
  };
}
