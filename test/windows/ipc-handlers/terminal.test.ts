import { expect, test } from 'vitest';
import { pastedSettings, tillWithHandlers } from './till-with-handlers.ts';

test('a terminal without settings cannot run live', async () => {
  const { handlers, store } = await tillWithHandlers();
  await expect(handlers['terminal.choose']({ mode: 'live' }, 'till')).rejects.toMatchObject({
    code: 'settings.required',
  });
  expect(store.file.mode).toBeUndefined();
});

test('a terminal with settings changes between live and training', async () => {
  const { handlers, till, acted } = await tillWithHandlers();
  await handlers['settings.save'](pastedSettings(), 'till');
  expect(till.mode).toBe('live');
  await handlers['terminal.choose']({ mode: 'training' }, 'till');
  expect(till.mode).toBe('training');
  expect(acted.at(-1)).toMatchObject({ act: 'settings-changed', by: { role: 'manager' }, values: { fields: 'mode' } });
  await handlers['terminal.choose']({ mode: 'live' }, 'till');
  expect(till.mode).toBe('live');
});

test('saving settings ends training, at the next start if forced', async () => {
  const { handlers, till, store } = await tillWithHandlers({ forced: true });
  await handlers['settings.save'](pastedSettings(), 'till');
  expect([till.mode, store.file.mode]).toEqual(['training', 'live']);
});

test('an open till ignores a retry', async () => {
  const { handlers } = await tillWithHandlers();
  await expect(handlers['terminal.try-again']({}, 'till')).resolves.toBeUndefined();
});

test('a till forced into training refuses to run live', async () => {
  const { handlers } = await tillWithHandlers({ forced: true });
  await handlers['settings.save'](pastedSettings(), 'till');
  await expect(handlers['terminal.choose']({ mode: 'live' }, 'till')).rejects.toMatchObject({
    code: 'terminal.forced',
  });
});
