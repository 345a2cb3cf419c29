import { afterEach, expect, test } from 'vitest';
import { type Fixture, startFixture } from './fixture-process.ts';

let fixture: Fixture;
afterEach(() => fixture.stop());

async function ask(channel: string, ...args: readonly unknown[]): Promise<unknown> {
  const page = await fixture.page('/');
  return page.evaluate(`bridge.invoke(${[channel, ...args].map((arg) => JSON.stringify(arg)).join(', ')})`);
}

const boundsOf = (id: number) => ask('window', id, 'getBounds');

test('the windows of a screen that is gone come to the one that is left', async () => {
  fixture = await startFixture();
  fixture.play({ host: 'unplug', display: 1 });
  await fixture.heard('display-removed');
  expect(await boundsOf(1)).toMatchObject({ x: 1280, y: 0 });
});

test('a window is never smaller than it may be', async () => {
  fixture = await startFixture();
  await ask('window', 1, 'setMinimumSize', 640, 480);
  await ask('window', 1, 'setBounds', { x: 10, y: 10, width: 100, height: 100 });
  expect(await boundsOf(1)).toEqual({ x: 10, y: 10, width: 640, height: 480 });
});
