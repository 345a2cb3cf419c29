import { expect, test } from 'vitest';
import { fixture, givenFixture, page } from './given-fixture.ts';

givenFixture();

const refusal = (code: string) => page.evaluate(`(async () => ${code})().then(() => 'accepted', (e) => e.message)`);

const uncloneable = 'An object could not be cloned.';
test.each([
  ['a function among the arguments of invoke', 'bridge.invokeFunction()', uncloneable],
  ['a function among the arguments of send', 'bridge.sendFunction()', uncloneable],
  [
    'a handler that answers with a function',
    "bridge.invoke('function')",
    `Error invoking remote method 'function': Error: ${uncloneable}`,
  ],
  [
    'a channel without a handler',
    "bridge.invoke('nobody')",
    "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
  ],
  [
    'a second handler for a channel',
    "bridge.invoke('register-twice')",
    "Error invoking remote method 'register-twice': Error: Attempted to register a second handler for 'echo'",
  ],
])('refuses %s', async (_what, code, words) => {
  expect(await refusal(code)).toBe(words);
});

test('loses a push with a function and logs the error', async () => {
  expect(await refusal("bridge.invoke('push-function')")).toBe('accepted');
  await expect
    .poll(() => fixture.stderr())
    .toMatch(/Error sending from webFrameMain: +Error: Failed to serialize arguments/);
});

test('reduces an error to a plain Error with its message', async () => {
  const seen = await page.evaluate("bridge.invoke('fail').catch((e) => [e.name, e.message, e.code, e.cause])");
  const words = "Error invoking remote method 'fail': TypeError: no such sale";
  expect(seen).toEqual(['Error', words, undefined, undefined]);
});

test('pushes reach the page only while subscribed', async () => {
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

test('answers two hundred calls in order', async () => {
  const answers = await page.evaluate(
    "Promise.all(Array.from({ length: 200 }, (_, n) => bridge.invoke('echo', n))).then((all) => all.flat())",
  );
  expect(answers).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

test('senderFrame is null when its document is gone', async () => {
  expect(await page.evaluate("bridge.invoke('frame')")).toEqual({
    url: 'app://till/',
    parent: null,
    isMain: true,
  });
  await page.goto('https://till.app.invalid/two');
  expect(await page.evaluate("bridge.invoke('last-frame')")).toBe(true);
});
