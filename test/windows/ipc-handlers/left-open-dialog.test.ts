import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../../base/test-folder.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

const asks = [
  ['export.start', { kind: 'payments', format: 'csv', separator: ';', decimal: ',' }],
  ['paper.save', { sheet: { kind: 'shift', report: 'Z', number: 7 }, paper: '80mm', heightMm: 120 }],
  ['sticker.save', { format: 'svg', content: '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>' }],
] as const;

/** A manager asks, and the dialog stands open for so long. */
async function asked(call: (typeof asks)[number][0], ask: object, dialogMs: number) {
  const savedAs = join(folder, 'saved.txt');
  const parts = await tillWithHandlers({ pin: '4711', savedAs, dialogMs });
  await parts.till.roles.unlock('4711');
  parts.acted.length = 0;
  return { answer: await parts.call(call, ask), written: existsSync(savedAs), acted: parts.acted };
}

test.each(asks)('%s is refused to whoever comes back to its dialog after the five minutes', async (call, ask) => {
  const { answer, written, acted } = await asked(call, ask, 6 * 60_000);
  expect(answer).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  expect(written).toBe(false);
  expect(acted).toEqual([]);
});

test('within the five minutes it is saved, in the name of the manager', async () => {
  for (const [call, ask] of asks.slice(1)) {
    const { answer, written, acted } = await asked(call, ask, 4 * 60_000);
    expect(answer).toMatchObject({ ok: true });
    expect(written).toBe(true);
    expect(acted).toMatchObject([{ by: { role: 'manager' } }]);
  }
});
