import { expect } from 'vitest';
import { builtWindows, type OpenWindow } from './open-windows.ts';
import { callsTo } from './recorded-calls.ts';

/** The windows of every file that a worker plays, in one browser, which goes with the worker. */
export const windows = await builtWindows();

/** Waits for what the calls of that name have asked. */
export function expectCalls(window: OpenWindow, name: string) {
  return expect.poll(() => callsTo(window, name));
}
