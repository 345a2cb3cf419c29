import { expect } from 'vitest';
import { builtWindows, type OpenWindow } from './open-windows.ts';
import { callsTo } from './recorded-calls.ts';

/** The windows of all test files in this worker: a single browser, closed with the worker. */
export const windows = await builtWindows();

/** Polls the arguments of the calls with this name. */
export function expectCalls(window: OpenWindow, name: string) {
  return expect.poll(() => callsTo(window, name));
}
