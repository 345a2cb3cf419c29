import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { openTraining } from '../../main/till/open-training.ts';
import { createTerminalChecks, type TerminalChecksParts } from '../../main/till/terminal-checks.ts';
import { folder } from '../base/test-folder.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { silentLog } from '../settings/terminal-with-record.ts';

async function findings(till: TerminalChecksParts['till']): Promise<Readonly<Record<string, string>>> {
  const chain = memoryKeychain();
  const checks = createTerminalChecks({
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    version: '1.2.3',
    dataFolder: folder,
    network: {},
    keychain: async () => chain,
    store: openSettings(join(folder, 'terminal.json'), { clock: systemClock, random: systemRandom }),
    trust: { found: { kind: 'none' }, fault: undefined },
    till,
    surroundings: undefined,
    updates: () => undefined,
  });
  const report = await checks.run();
  await checks.close();
  return Object.fromEntries(report.checks.map(({ id, state, finding }) => [id, `${state} ${finding}`]));
}

test('checks training against its own service and key', async () => {
  const opened = await openTraining({
    userDataDir: folder,
    own: undefined,
    terminalId: 'terminal-1',
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    changed: () => undefined,
    onEvent: () => undefined,
    acts: { journalOpened: () => () => undefined },
  });
  try {
    expect(await findings({ mode: 'training', opened, openError: undefined })).toMatchObject({
      'signing-key': 'ok signing-key.signs',
      payments: 'ok payments.accepted',
      refunds: 'ok refunds.accepted',
      payouts: 'ok payouts.accepted',
      callback: 'skipped callback.none',
      journal: expect.stringMatching(/^(ok journal\.whole-unsealed|skipped journal\.none)$/),
    });
  } finally {
    await opened.close();
  }
});

test('reports an unopened journal and runs the other checks', async () => {
  const openError = new TillError('journal.in-use', 'held');
  expect(await findings({ mode: 'live', opened: undefined, openError })).toMatchObject({
    keychain: 'ok keychain.keeps',
    journal: 'failed journal.in-use',
    disk: expect.stringMatching(/^(ok|warning) disk\./),
  });
});
