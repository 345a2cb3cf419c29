import type { RefundView } from '../../../preload/contract/views.ts';
import type { ViewName } from './navigation.ts';

export interface PinDialogs {
  /** The view to open after the PIN; null while the dialog is closed. */
  readonly unlocking: ViewName | null;
  /** Action that needs another role, run after the PIN. */
  readonly afterUnlock: (() => void) | undefined;
  readonly signingIn: boolean;
  unlock(view: ViewName | null, afterUnlock?: () => void): void;
  signIn(opened: boolean): void;
}

export interface OpenDialogs {
  readonly refunding: string | null;
  readonly settling: RefundView | null;
  readonly acceptingPath: string | null;
  /** Id of the notice whose question about a payment is open. */
  readonly decidingRegister: string | null;
  refund(saleId: string | null): void;
  settle(refund: RefundView | null): void;
  acceptPath(noticeId: string | null): void;
  decideRegister(noticeId: string | null): void;
}

export function pinDialogs(set: (change: Partial<PinDialogs>) => void, endScan: () => void): PinDialogs {
  return {
    unlocking: null,
    afterUnlock: undefined,
    signingIn: false,
    unlock: (unlocking, afterUnlock) => set({ unlocking, afterUnlock }),
    signIn: (signingIn) => {
      set({ signingIn });
      endScan();
    },
  };
}

export function openDialogs(set: (change: Partial<OpenDialogs>) => void, endScan: () => void): OpenDialogs {
  return {
    refunding: null,
    settling: null,
    acceptingPath: null,
    decidingRegister: null,
    refund: (refunding) => {
      set({ refunding });
      endScan();
    },
    settle: (settling) => set({ settling }),
    acceptPath: (acceptingPath) => set({ acceptingPath }),
    decideRegister: (decidingRegister) => set({ decidingRegister }),
  };
}
