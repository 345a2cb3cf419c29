import type { Bridge } from '../../preload/contract/contract.ts';
import { callMain } from './bridge.ts';

const EVERY_MS = 2_000;

/**
 * Tells main again and again that this page still runs. A page that stands still is found by its silence, also when
 * nobody touches it. The next beat waits for the answer to the last, so that none pile up while main is busy.
 */
export async function startHeartbeat(bridge: Bridge, closed: AbortSignal): Promise<void> {
  if (closed.aborted) return;
  await callMain(bridge, 'window.alive', {});
  setTimeout(() => void startHeartbeat(bridge, closed), EVERY_MS);
}
