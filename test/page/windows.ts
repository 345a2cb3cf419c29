import { builtWindows } from './open-windows.ts';

/** The windows of every file that a worker plays, in one browser, which goes with the worker. */
export const windows = await builtWindows();
