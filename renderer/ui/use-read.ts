import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Ask, CallName } from '../../preload/contract/contract.ts';
import type { ErrorView } from '../../preload/contract/views.ts';
import { callMain, useBridge } from './bridge.ts';

export interface Read<Name extends CallName> {
  /** The newest answer; undefined until there is one. */
  readonly value: Answer<Name> | undefined;
  readonly problem: ErrorView | undefined;
  read(): Promise<void>;
}

/**
 * An answer of main that a component shows: read when it appears, when `body` says something else, and every `everyMs`
 * while that is given, once more as that begins and as it ends. It is the windows' only poller: what main can tell by
 * itself comes with the snapshots.
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
    // A late answer must not replace a newer one.
    if (mine <= newest.current) return;
    newest.current = mine;
    setTold(({ value }) =>
      outcome.ok ? { value: outcome.value, problem: undefined } : { value, problem: outcome.error },
    );
  }, [bridge, name, text]);
  useEffect(() => {
    void read();
    const again = () => {
      // One at a time: main may take longer than the pause.
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

/** Reads once more when `changes` says something else. */
export function useReadAgain(read: () => Promise<void>, changes: string): void {
  const readFor = useRef(changes);
  useEffect(() => {
    if (readFor.current === changes) return;
    readFor.current = changes;
    void read();
  }, [read, changes]);
}
