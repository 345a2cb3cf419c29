import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the app uses the id of the installer’s shortcuts', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const [, appId] = /^appId: (.+)$/m.exec(read('electron-builder.yml')) ?? [];
  expect(read('main/shell/app-lifecycle.ts')).toContain(`app.setAppUserModelId('${appId}')`);
});
