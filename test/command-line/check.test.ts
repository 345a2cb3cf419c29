import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { dataFiles } from '../../main/base/data-files.ts';
import { TillError } from '../../main/base/till-error.ts';
import { type CheckCommand, checkAtCommandLine } from '../../main/command-line/check.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import { journalFolder } from '../../main/journal/account-folders.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf, type SigningKey } from '../../main/service/signing-key.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { checksCalls } from '../../preload/contract/checks.ts';
import { folder } from '../base/test-folder.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { fillJournal, removeFilled } from '../journal/filled.ts';
import { provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import { recordOf } from '../settings/terminal-with-record.ts';

afterEach(() => {
  removeFilled();
});

async function run(change: Partial<CheckCommand> = {}) {
  const printed: string[] = [];
  const complained: string[] = [];
  const chain = memoryKeychain();
  const status = await checkAtCommandLine({
    form: 'json',
    dataFolder: folder,
    started: { training: false },
    version: '1.2.3',
    clock: systemClock,
    random: systemRandom,
    signal: new AbortController().signal,
    env: {},
    keychain: async () => chain,
    print: (text) => void printed.push(text),
    complain: (line) => void complained.push(line),
    ...change,
  });
  return { status, printed: printed.join('\n'), complained: complained.join('\n') };
}

function findingsIn(printed: string): Readonly<Record<string, string>> {
  const { checks } = checksCalls['checks.read'].answer.shape.report.unwrap().parse(JSON.parse(printed));
  return Object.fromEntries(checks.map(({ id, state, finding }) => [id, `${state} ${finding}`]));
}

test('finds no fault on a terminal without settings', async () => {
  const { status, printed } = await run();
  expect(status).toBe(0);
  expect(findingsIn(printed)).toMatchObject({
    keychain: 'ok keychain.keeps',
    payments: 'skipped needs.setup',
    journal: 'skipped journal.none',
    displays: 'skipped needs.windows',
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('--check takes no value, text or json', async () => {
  expect(await run({ form: 'xml' })).toMatchObject({
    status: 2,
    printed: '',
    complained: expect.stringContaining('"xml"'),
  });
  const { printed } = await run({ form: '' });
  expect(printed).toMatch(/^Tillmate 1\.2\.3, /);
  expect(printed).toContain('ok   Keychain');
});

test('names unreadable and too new settings', async () => {
  writeFileSync(join(folder, 'terminal.json'), '{"version":');
  expect(await run()).toMatchObject({
    status: 1,
    printed: '',
    complained: expect.stringContaining('terminal.json unreadable'),
  });
  writeFileSync(join(folder, 'terminal.json'), '{"version":99}');
  expect(await run()).toMatchObject({ status: 1, complained: expect.stringContaining('settings.too-new') });
  expect(readdirSync(folder)).toEqual(['terminal.json']);
});

/** Sets up a terminal for the service, with its keys in the keychain. */
async function setUp(sandbox: Sandbox, chain: Keychain): Promise<SigningKey> {
  const { profile, baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
  const signingKey = makeSigningKey('till-42');
  sandbox.registerKey(profile.profileId, publicHalf(signingKey));
  const { shop, pos } = provisioningFile();
  const merchant = { merchantId: profile.merchantId, profileId: profile.profileId };
  const service = { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer } as const;
  const store = openSettings(join(folder, 'terminal.json'), { clock: systemClock, random: systemRandom });
  const { save } = recordOf(store, async () => chain);
  await save.terminal({
    draft: { service, merchant, shop, pos, managerPin: '471147' },
    signingKey,
    apiKey: profile.apiKey,
  });
  const journal = journalFolder(folder, { environment: 'PREPROD', ...merchant });
  mkdirSync(journal, { recursive: true });
  fillJournal(join(journal, dataFiles.journal));
  return signingKey;
}

test("checks with the terminal's keys, printing and changing no secret", async () => {
  await using sandbox = await opened();
  const chain = memoryKeychain();
  const signingKey = await setUp(sandbox.service, chain);
  const before = readFileSync(join(folder, 'terminal.json'), 'utf8');
  const writes: string[] = [];
  const watched: Keychain = {
    ...chain,
    set: (account, secret) => {
      writes.push(account);
      return chain.set(account, secret);
    },
  };
  const { printed } = await run({ keychain: async () => watched });
  expect(findingsIn(printed)).toMatchObject({
    'signing-key': 'ok signing-key.signs',
    payments: 'ok payments.accepted',
    refunds: 'ok refunds.accepted',
    payouts: 'ok payouts.accepted',
    signature: 'ok signature.verified',
    journal: 'ok journal.whole',
  });
  for (const secret of [signingKey.d, sandbox.service.profile.apiKey, '471147']) expect(printed).not.toContain(secret);
  expect(writes).toEqual([`probe/check-${process.pid}`]);
  expect(readFileSync(join(folder, 'terminal.json'), 'utf8')).toBe(before);
});

test('a locked keychain fails but other checks run', async () => {
  await using sandbox = await opened();
  await setUp(sandbox.service, memoryKeychain());
  const keychain = () => Promise.reject(new TillError('keychain.locked', 'locked', { values: { why: 'no answer' } }));
  const { status, printed } = await run({ keychain });
  expect(status).toBe(1);
  expect(findingsIn(printed)).toMatchObject({
    keychain: 'failed keychain.locked',
    'signing-key': 'skipped needs.key',
    service: 'ok service.answers-unsigned',
    payments: 'skipped needs.key',
    journal: 'ok journal.whole-unsealed',
  });
});

async function opened() {
  const service = await startSandbox();
  return { service, [Symbol.asyncDispose]: () => service.close() };
}
