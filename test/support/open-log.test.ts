import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog } from '../../main/support/log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-log-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('the log is a file in its folder', () => {
  const { log, unopened } = openLog(join(folder, 'logs'));
  log.info('Tillmate starts');
  log.close();
  expect(unopened).toBeUndefined();
  expect(readFileSync(join(folder, 'logs', 'tillmate.log'), 'utf8')).toContain('Tillmate starts');
});

test('where it cannot be opened the till goes on, and its lines go to the console', () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue(undefined);
  writeFileSync(join(folder, 'logs'), 'in the way');
  const { log, unopened } = openLog(join(folder, 'logs'));
  log.info('Tillmate starts');
  expect(unopened).toBe(join(folder, 'logs'));
  expect(printed.mock.calls.flat().join()).toMatch(/The log cannot be opened.*Tillmate starts/s);
});
