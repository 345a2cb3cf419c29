import type { OpenWindow } from './open-windows.ts';

/** What the window has asked main under this name, in order. */
export async function callsTo(window: OpenWindow, name: string): Promise<readonly unknown[]> {
  return (await window.calls()).filter((call) => call.name === name).map((call) => call.ask);
}

/** Main's answer when it refuses. */
export const refusal = (code: string, more: Record<string, unknown> = {}) => ({
  ok: false,
  error: { code, message: 'main said no', retryable: false, ...more },
});
