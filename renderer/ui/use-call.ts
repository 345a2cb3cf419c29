import { useCallback, useRef, useState } from 'react';
import type { Answer, Ask, CallName, Outcome } from '../../preload/contract/contract.ts';
import type { ErrorView } from '../../preload/contract/views.ts';
import { callMain, useBridge } from './bridge.ts';

export interface Call<Name extends CallName> {
  /** Sends the call, unless one is still pending: a double press must not send it twice. */
  run(body: Ask<Name>): Promise<Outcome<Answer<Name>> | undefined>;
  readonly pending: boolean;
  readonly problem: ErrorView | undefined;
  clear(): void;
}

export function useCall<Name extends CallName>(name: Name): Call<Name> {
  const bridge = useBridge();
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ErrorView>();
  const run = useCallback(
    async (body: Ask<Name>) => {
      if (busy.current) return undefined;
      busy.current = true;
      setPending(true);
      setProblem(undefined);
      const outcome = await callMain(bridge, name, body);
      busy.current = false;
      setPending(false);
      if (!outcome.ok) setProblem(outcome.error);
      return outcome;
    },
    [bridge, name],
  );
  const clear = useCallback(() => setProblem(undefined), []);
  return { run, pending, problem, clear };
}
