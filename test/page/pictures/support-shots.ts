import type { Page } from '@playwright/test';
import type { KeysView } from '../../../preload/contract/keys.ts';
import { refusal } from '../recorded-calls.ts';
import { checksAnswers, wellChecks, wrongChecks } from '../sample-checks.ts';
import { keyInUse, keysAnswers, newKey } from '../sample-keys.ts';
import { diagnosisAnswers, logAnswers, packAnswers } from '../sample-logs.ts';
import {
  backup,
  encryptedFile,
  faultyFile,
  foreignFile,
  live,
  noChecks,
  nothingStored,
  shopsFile,
  storedSettings,
  till,
  twoScreens,
} from '../sample-snapshots.ts';
import { guideSteps, walkTo } from '../walk-the-guide.ts';
import { type Act, fills, goTo, opens, presses, type Shot, stay, tillShot } from './shot.ts';

const openLogs = opens('nav.support', 'support.tab.logs');
const openTerminal = opens('nav.support', 'support.tab.terminal');

const openPack = presses(openLogs, 'pack.open');

const openSupport = opens('nav.support');

const terminalShot = tillShot('terminal', live({ role: 'support' }), openTerminal, {
  ...checksAnswers(null),
  ...twoScreens,
  'terminal.about': { version: '1.0.0', terminalId: 'f3c9a1d0', dataFolder: '/home/till/.config/tillmate' },
});

const screensShot = tillShot(
  'screens',
  live(),
  async (page, t) => {
    await goTo(page, t, 'nav.settings', 'settings.part.display');
    await page.getByRole('button', { name: t('screens.test') }).scrollIntoViewIfNeeded();
  },
  { ...storedSettings, ...twoScreens },
);

const guideShots = guideSteps.map((step, index) =>
  tillShot(
    `guide-${index + 1}-${step}`,
    till({ terminal: { ...till().terminal, mode: 'undecided', shopName: '', posId: '' } }),
    (page, t) => walkTo(page, t, step),
    { ...nothingStored, ...twoScreens },
  ),
);

const openKeys = opens('nav.support', 'support.tab.keys');
const keysShot = (name: string, change: Partial<KeysView>, act?: Act, answers = {}): Shot =>
  tillShot(
    `keys-${name}`,
    live({ role: 'support' }),
    async (page, t) => {
      await openKeys(page, t);
      await act?.(page, t);
    },
    { ...keysAnswers(change), ...answers },
  );
const pressNew = (page: Page, name: string) =>
  page.getByRole('button', { name: name.replace('{{kid}}', newKey.kid) }).click();
const bothKeys = { keys: [keyInUse, newKey] };
const keychainFault = (code: string, values: Record<string, string>) => ({
  keychain: { code, message: '', retryable: true, values },
});

export const supportShots: readonly Shot[] = [
  tillShot('checks-none', live(), openSupport, checksAnswers(null)),
  tillShot('checks-well', live(), openSupport, checksAnswers(wellChecks)),
  tillShot(
    'checks-running',
    live(),
    openSupport,
    checksAnswers({ ...wellChecks, checks: wellChecks.checks.slice(0, 7) }, [
      'refunds',
      'payouts',
      'signature',
      'journal',
    ]),
  ),
  tillShot('checks-wrong', live(), openSupport, checksAnswers(wrongChecks)),
  keysShot('none', { keys: [], account: undefined, apiKey: undefined }),
  keysShot('one', { renewal: { day: '2027-01-31', daysBefore: 14 } }),
  keysShot('next', bothKeys, (page, t) => pressNew(page, t('keys.test.of')), { 'keys.test': { ms: 184 } }),
  keysShot('refused', bothKeys, (page, t) => pressNew(page, t('keys.test.of')), { 'keys.test': refusal('auth.key') }),
  keysShot('use', bothKeys, (page, t) => pressNew(page, t('keys.use.of'))),
  keysShot('previous', {
    keys: [
      { ...newKey, place: 'current' },
      { ...keyInUse, place: 'previous' },
    ],
  }),
  keysShot('code', bothKeys, presses(stay, 'keys.code')),
  keysShot('make', {}, presses(stay, 'keys.make')),
  keysShot('take', {}, presses(stay, 'keys.take', 'keys.take.file'), {
    'keys.take-file': refusal('key.rsa', { field: 'key', values: { file: 'till-42.pem' } }),
  }),
  keysShot('api', {}, presses(stay, 'keys.api.replace')),
  keysShot('locked', keychainFault('keychain.locked', { platform: 'linux' })),
  keysShot('missing', { keys: [], ...keychainFault('keychain.missing', { platform: 'win32' }) }),
  tillShot(
    'keys-gone',
    live({
      role: 'cashier',
      notices: [{ id: 'open.keychain.empty', code: 'keychain.empty', severity: 'alarm', values: { message: '' } }],
    }),
    opens('nav.support'),
    keysAnswers(),
  ),
  keysShot('empty', keychainFault('keychain.empty', {})),
  tillShot(
    'backup-daily',
    live(),
    opens('nav.support', 'support.tab.backup'),
    backup({ folder: '/mnt/backups', withKeys: false }),
  ),
  tillShot('logs', live(), openLogs, logAnswers),
  tillShot(
    'logs-line',
    live(),
    async (page, t) => {
      await openLogs(page, t);
      await page.getByRole('button', { name: t('logs.raise') }).click();
      await page
        .getByRole('table', { name: t('logs.lines') })
        .getByRole('row')
        .nth(2)
        .click();
    },
    logAnswers,
  ),
  tillShot('logs-pack', live(), openPack, { ...logAnswers, ...packAnswers }),
  tillShot(
    'logs-pack-part',
    live(),
    async (page, t) => {
      await openPack(page, t);
      await page.getByRole('button', { name: t('pack.look.at').replace('{{name}}', 'journal.jsonl') }).click();
    },
    { ...logAnswers, ...packAnswers },
  ),
  tillShot(
    'logs-pack-key',
    live(),
    presses(fills(presses(openPack, 'pack.key.set'), { 'pack.key.label': '{"d":"private"}' }), 'pack.key.save'),
    { ...logAnswers, ...packAnswers, 'pack.key.save': refusal('support-key.private') },
  ),
  tillShot(
    'logs-diagnosis',
    live(),
    presses(fills(openLogs, { 'logs.id': 'TILL42-261122-0042' }), 'diagnosis.open', 'diagnosis.copy'),
    { ...logAnswers, ...diagnosisAnswers },
  ),
  tillShot('provisioning', live({ role: 'cashier', provisioning: foreignFile })),
  tillShot('provisioning-no-pin', live({ provisioning: { ...foreignFile, needsPin: false } })),
  tillShot('provisioning-fresh', till({ provisioning: { ...foreignFile, needsPin: false, fresh: true } })),
  tillShot('provisioning-passphrase', till({ provisioning: encryptedFile })),
  tillShot('provisioning-missing', till({ provisioning: shopsFile })),
  tillShot('provisioning-faults', till({ provisioning: faultyFile })),
  tillShot('support-terminal', live(), openTerminal, noChecks),
  tillShot('first', till({ terminal: { ...till().terminal, mode: 'undecided', shopName: '', posId: '' } })),
  ...guideShots,
  terminalShot,
  screensShot,
];
