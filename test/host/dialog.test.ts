import { expect, onTestFinished, test } from 'vitest';
import { startFixture } from './fixture-process.ts';

test('dialogs are answered in order as the environment says, then as cancelled, and told on stderr', async () => {
  const fixture = await startFixture({ env: { TILLMATE_HOST_DIALOGS: '[{"filePaths":["/a"]}]' } });
  onTestFinished(() => fixture.stop());
  const page = await fixture.page('/');
  expect(await page.evaluate("bridge.invoke('dialogs')")).toEqual([
    { canceled: false, filePaths: ['/a'] },
    { canceled: true, filePath: '' },
    { response: 1, checkboxChecked: false },
  ]);
  await expect.poll(() => fixture.stderr()).toContain('host: dialog (open): {"title":"Open"}');
});
