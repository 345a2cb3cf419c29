import isEqual from 'fast-deep-equal';
import { useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';

/**
 * A part of a store's state, compared by value. Every snapshot from main is a new object, so compared by identity each
 * one would render the whole window again.
 */
export function useSelected<State, Part>(store: StoreApi<State>, select: (state: State) => Part): Part {
  const held = useRef<{ readonly part: Part }>(undefined);
  return useStore(store, (state) => {
    const part = select(state);
    if (held.current === undefined || !isEqual(held.current.part, part)) held.current = { part };
    return held.current.part;
  });
}
