import isEqual from 'fast-deep-equal';
import { useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';

/** Compared by value: every snapshot is a new object, and would otherwise render the whole window. */
export function useSelected<State, Part>(store: StoreApi<State>, select: (state: State) => Part): Part {
  const held = useRef<{ readonly part: Part }>(undefined);
  return useStore(store, (state) => {
    const part = select(state);
    if (held.current === undefined || !isEqual(held.current.part, part)) held.current = { part };
    return held.current.part;
  });
}

/** Returns the same object while its value is unchanged. */
export function useSame<Value>(value: Value): Value {
  const held = useRef(value);
  if (!isEqual(held.current, value)) held.current = value;
  return held.current;
}
