import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Ask, Bridge, CallName, Outcome } from '../../preload/contract/contract.ts';
import type { ErrorView } from '../../preload/contract/views.ts';

declare global {
  interface Window {
    /** Made by the preload: the window's only connection to the main process. */
    readonly tillmate: Bridge;
  }
}

const BridgeContext = createContext<Bridge | null>(null);

export const BridgeProvider = BridgeContext.Provider;

export function useBridge(): Bridge {
  const bridge = use(BridgeContext);
  if (bridge === null) throw new Error('No bridge above this component');
  return bridge;
}

/** Calls main. If main is gone, the outcome is an error with the code `window.no-answer`. */
export async function callMain<Name extends CallName>(
  bridge: Bridge,
  name: Name,
  body: Ask<Name>,
): Promise<Outcome<Answer<Name>>> {
  try {
    return await bridge.call(name, body);
  } catch (fault) {
    const message = fault instanceof Error ? fault.message : String(fault);
    return { ok: false, error: { code: 'window.no-answer', message, retryable: true } };
  }
}

export interface Call<Name extends CallName> {
  /** Sends the call, unless already pending: a double click must not send it twice. */
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

interface Read<Name extends CallName> {
  /** The newest result; undefined before the first. */
  readonly value: Answer<Name> | undefined;
  readonly problem: ErrorView | undefined;
  read(): Promise<void>;
}

/**
 * Reads a result from main: on mount, when `body` changes, and every `everyMs` if given, also when `everyMs` starts and
 * ends. The windows' only poller: all other changes come with the snapshots.
 */
export function useRead<Name extends CallName>(name: Name, body: Ask<Name>, everyMs?: number): Read<Name> {
  const bridge = useBridge();
  const [told, setTold] = useState<Omit<Read<Name>, 'read'>>({ value: undefined, problem: undefined });
  const asked = useRef(0);
  const newest = useRef(0);
  const text = JSON.stringify(body);
  const read = useCallback(async () => {
    asked.current += 1;
    const mine = asked.current;
    const outcome = await callMain(bridge, name, JSON.parse(text));
    // A late response must not replace a newer one.
    if (mine <= newest.current) return;
    newest.current = mine;
    setTold(({ value }) =>
      outcome.ok ? { value: outcome.value, problem: undefined } : { value, problem: outcome.error },
    );
  }, [bridge, name, text]);
  useEffect(() => {
    void read();
    const again = () => {
      // One call at a time: main may take longer than the interval.
      if (newest.current === asked.current) void read();
    };
    const timer = everyMs === undefined ? undefined : setInterval(again, everyMs);
    return () => {
      clearInterval(timer);
      newest.current = asked.current;
    };
  }, [read, everyMs]);
  return { ...told, read };
}

/** Reads again when `changes` changes. */
export function useReadAgain(read: () => Promise<void>, changes: string): void {
  const readFor = useRef(changes);
  useEffect(() => {
    if (readFor.current === changes) return;
    readFor.current = changes;
    void read();
  }, [read, changes]);
}
