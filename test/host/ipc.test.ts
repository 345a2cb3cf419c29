import { describe, expect, test } from 'vitest';
import { fixture, givenFixture, page } from './given-fixture.ts';

givenFixture();

const refusal = (code: string) => page.evaluate(`(async () => ${code})().then(() => 'accepted', (e) => e.message)`);

describe('arguments and results go through structured clone', () => {
  test('a function among the arguments of invoke is refused', async () => {
    expect(await refusal('bridge.invokeFunction()')).toBe('An object could not be cloned.');
  });

  test('a function among the arguments of send is refused', async () => {
    expect(await refusal('bridge.sendFunction()')).toBe('An object could not be cloned.');
  });

  test('a handler that answers with a function rejects', async () => {
    expect(await refusal("bridge.invoke('function')")).toBe(
      "Error invoking remote method 'function': Error: An object could not be cloned.",
    );
  });

  test('a push with a function in it is lost, and told on the console: Electron catches what it throws', async () => {
    expect(await refusal("bridge.invoke('push-function')")).toBe('accepted');
    await expect
      .poll(() => fixture.stderr())
      .toMatch(/Error sending from webFrameMain: +Error: Failed to serialize arguments/);
  });
});

describe('errors', () => {
  test('arrive as a plain Error with kind and message in its text; code and cause are lost', async () => {
    const seen = await page.evaluate("bridge.invoke('fail').catch((e) => [e.name, e.message, e.code, e.cause])");
    expect(seen).toEqual([
      'Error',
      "Error invoking remote method 'fail': TypeError: no such sale",
      undefined,
      undefined,
    ]);
  });

  test('a channel without a handler says so', async () => {
    expect(await refusal("bridge.invoke('nobody')")).toBe(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    );
  });

  test('a second handler for a channel is refused', async () => {
    expect(await refusal("bridge.invoke('register-twice')")).toContain(
      "Attempted to register a second handler for 'echo'",
    );
  });
});

test('a push reaches the page with its arguments, until the page stops listening', async () => {
  const heard = await page.evaluate(`(async () => {
    const heard = [];
    const stop = bridge.on('pushed', (...args) => heard.push(args));
    await bridge.invoke('push', { at: 1 }, 'two');
    stop();
    await bridge.invoke('push', 'unheard');
    return heard;
  })()`);
  expect(heard).toEqual([[{ at: 1 }, 'two']]);
});

test('calls answer in a fraction of a frame: two hundred in a row come back in order', async () => {
  const answers = await page.evaluate(
    "Promise.all(Array.from({ length: 200 }, (_, n) => bridge.invoke('echo', n))).then((all) => all.flat())",
  );
  expect(answers).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

test('senderFrame is the calling frame, and null once its document is gone', async () => {
  expect(await page.evaluate("bridge.invoke('frame')")).toEqual({
    url: 'app://till/',
    parent: null,
    isMain: true,
  });
  await page.goto('https://till.app.invalid/two');
  expect(await page.evaluate("bridge.invoke('last-frame')")).toBe(true);
});
