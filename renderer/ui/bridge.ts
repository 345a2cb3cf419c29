import { createContext, use } from 'react';
import type { Answer, Ask, Bridge, CallName, Outcome } from '../../preload/contract/contract.ts';

declare global {
  interface Window {
    /** Made by the preload. It is the only connection of a window to the main process. */
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

/** Calls main. When main is gone, the outcome is an error with the code `window.no-answer`. */
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
