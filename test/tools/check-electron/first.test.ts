import { expect, test } from 'vitest';
import { firstInWords, PROBES } from '../../../tools/check-electron/first.mjs';

test('each line says held, failed or not reached', () => {
  const { lines, failed } = firstInWords('Electron 45\nheld journal\r\nFAILED backup: Error: not here\nheld threads\n');
  expect([lines.length, failed]).toEqual([Object.keys(PROBES).length, 9]);
  expect(lines.slice(0, 3)).toEqual([
    'held    node:sqlite keeps a journal: write-ahead log, synced',
    expect.stringMatching(/^FAILED {2}node:sqlite copies .*: Error: not here$/),
    expect.stringMatching(/^FAILED {2}a thread .*: not reached$/),
  ]);
});
