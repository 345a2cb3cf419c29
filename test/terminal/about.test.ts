import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aboutTerminal } from '../../main/terminal/about.ts';

test('names the file of licences where the package has one beside the program, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-about-'));
  const facts = { version: '1.2.3', terminalId: 'a', dataFolder: '/data' };
  const program = join(folder, 'tillmate');
  expect(aboutTerminal(facts, program)).toEqual(facts);
  const licences = join(folder, 'LICENSES.chromium.html');
  writeFileSync(licences, '');
  expect(aboutTerminal(facts, program)).toEqual({ ...facts, licences });
  rmSync(folder, { recursive: true });
});
