import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './areas.ts';
import { equivalents } from './equivalent.ts';

test('the source line of each equivalent mutant still exists', () => {
  for (const { file, was } of equivalents())
    expect.soft(readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' '), file).toContain(was);
});
