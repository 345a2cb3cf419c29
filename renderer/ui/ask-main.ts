import { createContext, use, useEffect, useMemo, useRef } from 'react';
import type { Answer, Ask, Bridge, CallName, Outcome } from '../../preload/contract/contract.ts';
import type { ErrorView } from '../../preload/contract/views.ts';
import { type Caller, type Call as CallOf, useCallOf, useReadOf } from './call-hooks.ts';

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

/** If main is gone, the outcome is an error with the code `window.no-answer`. */
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

type MainCalls = { readonly [Name in CallName]: { readonly ask: Ask<Name>; readonly answer: Answer<Name> } };

export type Call<Name extends CallName> = CallOf<Ask<Name>, Answer<Name>, ErrorView>;

function useMain(): Caller<MainCalls> {
  const bridge = useBridge();
  return useMemo(() => ({ call: (name, body) => callMain(bridge, name, body) }), [bridge]);
}

export function useCall<Name extends CallName>(name: Name): Call<Name> {
  return useCallOf(useMain(), name);
}

/** The windows' only poller: all other changes come with the snapshots. */
export function useRead<Name extends CallName>(name: Name, body: Ask<Name>, everyMs?: number) {
  return useReadOf(useMain(), name, body, everyMs);
}

export function useReadAgain(read: () => Promise<void>, changes: string): void {
  const readFor = useRef(changes);
  useEffect(() => {
    if (readFor.current === changes) return;
    readFor.current = changes;
    void read();
  }, [read, changes]);
}
