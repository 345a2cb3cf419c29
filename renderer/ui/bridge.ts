import { createContext, use } from 'react';
import type { Answer, Ask, Bridge, CallName, Outcome } from '../../preload/contract.ts';

declare global {
  interface Window {
    /** Put there by the preload; the only way out of a window. */
    readonly tillmate: Bridge;
  }
}

const BridgeContext = createContext<Bridge | null>(null);

export const BridgeProvider = BridgeContext.Provider;

/** The bridge of this window. */
export function useBridge(): Bridge {
  const bridge = use(BridgeContext);
  if (bridge === null) throw new Error('No bridge above this component');
  return bridge;
}

/** Asks main; an answer that never arrives whole (main went away) is an error view like any other. */
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
