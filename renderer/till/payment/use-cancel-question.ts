import { useEffect, useRef, useState } from 'react';

/** A habitual double tap must not answer an unread question, ms. */
const READ_FIRST_MS = 500;

interface CancelQuestion {
  readonly asked: boolean;
  /** Props of the button: the first click asks, the second click cancels. */
  readonly button: {
    readonly 'aria-disabled': boolean;
    readonly 'data-settling': true | undefined;
    readonly ref: React.RefObject<HTMLButtonElement | null>;
    onClick(): void;
    onBlur(): void;
  };
  /** Asks the question by key: then Enter confirms. A second call continues waiting. */
  toggle(): void;
  goOn(): void;
}

interface Cancel {
  cancel(): void;
  /** A cancel is pending: no question is asked. */
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
  const click = () => {
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
      onClick: click,
      onBlur: () => setAsked(false),
    },
    toggle: () => (asked ? goOn() : ask()),
    goOn,
  };
}
