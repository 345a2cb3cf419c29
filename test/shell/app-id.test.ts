import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { APP_ID } from '../../main/shell/app-id.ts';

test('the app that runs has the id under which the installer makes its shortcuts', () => {
  const settings = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8');
  expect(/^appId: (.+)$/m.exec(settings)?.[1]?.trim()).toBe(APP_ID);
});
