import { expect, test } from 'vitest';
import { tillWithHandlers } from './till-with-handlers.ts';

test('only a notice that may be dismissed goes away when somebody dismisses it', async () => {
  const { handlers, notices } = await tillWithHandlers();
  notices.put({ id: 'a', code: 'a', severity: 'info', action: 'dismiss' });
  notices.put({ id: 'b', code: 'b', severity: 'alarm' });
  await handlers['notice.dismiss']({ id: 'a' }, 'till');
  await handlers['notice.dismiss']({ id: 'b' }, 'till');
  expect(notices.list().map(({ id }) => id)).toEqual(['b']);
});

test('each window gets its snapshot, with a number of its own', async () => {
  const { handlers } = await tillWithHandlers();
  const till = await handlers['till.snapshot']({}, 'till');
  const display = await handlers['display.snapshot']({}, 'display');
  expect(till).toMatchObject({ terminal: { mode: 'training', posId: 'TILL42' }, role: 'manager', sale: null });
  expect(display).toMatchObject({ training: true, scene: { kind: 'idle' } });
  expect(display.seq).toBeGreaterThan(till.seq);
});

test('a sign of life is of the window that sends it, and each window may send one', async () => {
  const { handlers, opened, call } = await tillWithHandlers();
  await handlers['window.alive']({}, 'till');
  await handlers['window.alive']({}, 'display');
  expect(await call('window.alive')).toEqual({ ok: true, value: {} });
  expect(opened).toEqual(['beat of till', 'beat of display', 'beat of till']);
});
