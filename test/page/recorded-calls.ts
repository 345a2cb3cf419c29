import type { OpenWindow } from './open-windows.ts';

export async function callsTo(window: OpenWindow, name: string): Promise<readonly unknown[]> {
  return (await window.calls()).filter((call) => call.name === name).map((call) => call.ask);
}

/** The asks of each press for a refund, without their ids, which differ. */
export async function refundsAsked(window: OpenWindow): Promise<readonly unknown[]> {
  const asked = (await callsTo(window, 'refund.start')) as readonly Record<string, unknown>[];
  const wishes = new Set(asked.map(({ wish }) => wish));
  if (wishes.size !== asked.length) throw new Error('Two presses have one id.');
  return asked.map(({ wish: _wish, seen: _seen, ...ask }) => ask);
}

export const refusal = (code: string, more: Record<string, unknown> = {}) => ({
  ok: false,
  error: { code, message: 'main said no', retryable: false, ...more },
});
