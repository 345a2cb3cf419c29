import { useEffect, useRef, useState } from 'react';

/** A finger that presses twice by habit must not answer a question that it has not read. */
const READ_FIRST_MS = 500;

export interface CancelQuestion {
  readonly asked: boolean;
  /** Goes on the button that asks and, pressed again, answers. */
  readonly button: {
    readonly 'aria-disabled': boolean;
    readonly 'data-settling': true | undefined;
    readonly ref: React.RefObject<HTMLButtonElement | null>;
    onClick(): void;
    onBlur(): void;
  };
  /** Asks, by key: Enter then answers yes. While it is asked: goes on waiting. */
  toggle(): void;
  goOn(): void;
}

interface Cancel {
  cancel(): void;
  /** A cancel waits for its answer: nothing is asked then. */
  readonly waits: boolean;
}

export function useCancelQuestion({ cancel, waits }: Cancel): CancelQuestion {
  const ref = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState(false);
  const [ready, setReady] = useState(true);
  useEffect(() => {
    if (ready) return;
    const timer = setTimeout(() => setReady(true), READ_FIRST_MS);
    return () => clearTimeout(timer);
  }, [ready]);

  const ask = () => {
    if (waits) return;
    setAsked(true);
    ref.current?.focus();
  };
  const goOn = () => {
    setAsked(false);
    ref.current?.blur();
  };
  const press = () => {
    if (waits) return;
    if (!asked) {
      setReady(false);
      return ask();
    }
    if (!ready) return;
    goOn();
    cancel();
  };
  return {
    asked: asked && !waits,
    button: {
      'aria-disabled': waits || !ready,
      'data-settling': ready ? undefined : true,
      ref,
      onClick: press,
      onBlur: () => setAsked(false),
    },
    toggle: () => (asked ? goOn() : ask()),
    goOn,
  };
}
