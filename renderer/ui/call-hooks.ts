import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorView } from '../../preload/contract/views.ts';

/** Names of the calls, each with the type of its request and of its result. */
type CallTable = { readonly [name: string]: { readonly ask: object; readonly answer: unknown } };

export interface Caller<Table extends CallTable, Problem extends ErrorView = ErrorView> {
  call<Name extends keyof Table>(
    name: Name,
    body: Table[Name]['ask'],
  ): Promise<Outcome<Table[Name]['answer'], Problem>>;
}

type Outcome<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Problem };

export interface Call<Body, Value, Problem> {
  /** A double click must not send the call twice. */
  run(body: Body): Promise<Outcome<Value, Problem> | undefined>;
  readonly pending: boolean;
  readonly problem: Problem | undefined;
  clear(): void;
}

/** `caller` must be the same object in each render. */
export function useCallOf<Table extends CallTable, Problem extends ErrorView, Name extends keyof Table>(
  caller: Caller<Table, Problem>,
  name: Name,
): Call<Table[Name]['ask'], Table[Name]['answer'], Problem> {
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const run = useCallback(
    async (body: Table[Name]['ask']) => {
      if (busy.current) return undefined;
      busy.current = true;
      setPending(true);
      setProblem(undefined);
      const outcome = await caller.call(name, body);
      busy.current = false;
      setPending(false);
      if (!outcome.ok) setProblem(outcome.error);
      return outcome;
    },
    [caller, name],
  );
  const clear = useCallback(() => setProblem(undefined), []);
  return { run, pending, problem, clear };
}

interface Read<Value, Problem> {
  /** Undefined before the first result. */
  readonly value: Value | undefined;
  readonly problem: Problem | undefined;
  read(): Promise<void>;
}

/** Reads on mount, when `body` changes, and every `everyMs`. `caller` must be the same object in each render. */
export function useReadOf<Table extends CallTable, Problem extends ErrorView, Name extends keyof Table>(
  caller: Caller<Table, Problem>,
  name: Name,
  body: Table[Name]['ask'],
  everyMs?: number,
): Read<Table[Name]['answer'], Problem> {
  const [shown, setShown] = useState<Omit<Read<Table[Name]['answer'], Problem>, 'read'>>({
    value: undefined,
    problem: undefined,
  });
  const asked = useRef(0);
  const newest = useRef(0);
  const text = JSON.stringify(body);
  const read = useCallback(async () => {
    asked.current += 1;
    const mine = asked.current;
    const outcome = await caller.call(name, JSON.parse(text));
    // A late response must not replace a newer one.
    if (mine <= newest.current) return;
    newest.current = mine;
    setShown(({ value }) =>
      outcome.ok ? { value: outcome.value, problem: undefined } : { value, problem: outcome.error },
    );
  }, [caller, name, text]);
  useEffect(() => {
    void read();
    const again = () => {
      // One call at a time: a response may take longer than the interval.
      if (newest.current === asked.current) void read();
    };
    const timer = everyMs === undefined ? undefined : setInterval(again, everyMs);
    return () => {
      clearInterval(timer);
      newest.current = asked.current;
    };
  }, [read, everyMs]);
  return { ...shown, read };
}
