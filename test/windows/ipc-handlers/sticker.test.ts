import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../../base/test-folder.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="105mm"><rect width="105" height="148"/></svg>';

test('the code is not known before payments have told it, and only managers ask', async () => {
  const { call, counter, till } = await tillWithHandlers({ pin: '4711' });
  expect(await call('sticker.read')).toMatchObject({ error: { code: 'pin.required' } });
  await till.roles.unlock('4711');
  expect(await call('sticker.read')).toEqual({ ok: true, value: { kind: 'none' } });
  await counter.paidSale(100);
  expect(await call('sticker.read')).toEqual({ ok: true, value: { kind: 'once' } });
  // The scripted service gives each payment a code of its own.
  await counter.paidSale(100);
  expect(await call('sticker.read')).toEqual({ ok: true, value: { kind: 'differs' } });
});

test('a drawing is saved where the person says, and who did it is noted', async () => {
  const savedAs = join(folder, 'for the counter.svg');
  const { handlers, chosen, acted } = await tillWithHandlers({ savedAs });
  const file = { format: 'svg', content: drawing } as const;
  expect(await handlers['sticker.save'](file, 'till')).toEqual({ saved: 'for the counter.svg' });
  expect(readFileSync(savedAs, 'utf8')).toBe(drawing);
  expect(chosen).toEqual(['sticker-TILL42.svg']);
  expect(acted).toMatchObject([{ act: 'sheet-saved', about: 'sticker-TILL42', values: { format: 'svg' } }]);
});

test('a dialog that is closed saves nothing and notes nothing', async () => {
  const { handlers, acted } = await tillWithHandlers();
  expect(await handlers['sticker.save']({ format: 'svg', content: drawing }, 'till')).toEqual({});
  expect(acted).toEqual([]);
});

test('anything but a drawing is refused before the person is asked', async () => {
  const savedAs = join(folder, 'sticker.svg');
  const { handlers, chosen } = await tillWithHandlers({ savedAs });
  const file = { format: 'svg', content: '<html></html>' } as const;
  await expect(handlers['sticker.save'](file, 'till')).rejects.toMatchObject({ code: 'sticker.drawing' });
  expect(chosen).toEqual([]);
  expect(existsSync(savedAs)).toBe(false);
});

test('a folder that is gone is told, and nothing is noted', async () => {
  const { handlers, acted } = await tillWithHandlers({ savedAs: join(folder, 'gone', 'sticker.svg') });
  const saving = handlers['sticker.save']({ format: 'svg', content: drawing }, 'till');
  await expect(saving).rejects.toMatchObject({ code: 'file.no-folder' });
  expect(acted).toEqual([]);
});
