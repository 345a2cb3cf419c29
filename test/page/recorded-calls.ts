import type { OpenWindow } from './open-windows.ts';

export async function callsTo(window: OpenWindow, name: string): Promise<readonly unknown[]> {
  return (await window.calls()).filter((call) => call.name === name).map((call) => call.ask);
}

/** Sets main's responses from now on. */
export function answerWith({ page }: OpenWindow, answers: Readonly<Record<string, unknown>>): Promise<void> {
  return page.evaluate((given) => {
    Object.assign(fake.answers, given);
  }, answers);
}

/** Holds calls with this name from now on, until the returned function answers them. */
export async function answerLater({ page }: OpenWindow, name: string): Promise<(answer: unknown) => Promise<void>> {
  await page.evaluate((call) => {
    const { promise, resolve } = Promise.withResolvers();
    Object.assign(fake.answers, { [call]: promise });
    Object.assign(window, { answer: resolve });
  }, name);
  return (answer) =>
    page.evaluate((given) => (window as unknown as { answer(it: unknown): void }).answer(given), answer);
}

/** Returns the arguments of each refund request, without the request ids, which differ. */
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
