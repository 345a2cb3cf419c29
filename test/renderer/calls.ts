import type { OpenWindow } from './windows.ts';

/** What the window has asked main under this name, in order. */
export async function asked(window: OpenWindow, name: string): Promise<readonly unknown[]> {
  return (await window.asked()).filter((call) => call.name === name).map((call) => call.ask);
}

/** Main's answer when it refuses. */
export const refused = (code: string, more: Record<string, unknown> = {}) => ({
  ok: false,
  error: { code, message: 'main said no', retryable: false, ...more },
});
