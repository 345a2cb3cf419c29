import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { textSizesOf } from '../layout-measurements.ts';
import type { OpenWindow } from '../open-windows.ts';
import { outlineFaults } from '../page-structure.ts';
import { refusal } from '../recorded-calls.ts';
import { peopleAnswers } from '../sample-people.ts';
import {
  AT,
  customerScenes,
  display,
  encryptedFile,
  faultyFile,
  foreignFile,
  found,
  live,
  neverMade,
  offline,
  parkedSummary,
  preprod,
  sale,
  shopsFile,
  storedSettings,
  till,
  tillScenes,
  waitingScene,
} from '../sample-snapshots.ts';
import { windows } from '../windows.ts';

type Act = (page: Page) => Promise<unknown>;
const press = (name: string) => (page: Page) => page.getByRole('button', { name, disabled: false }).click();
const openSettings: Act = (page) => page.getByRole('link', { name: 'Settings' }).click();

const unsettled = { refundKey: 'a', amount: 2_000, stage: 'unconfirmed', at: AT, unsettled: 'absent' } as const;
const parkedEnd = {
  id: 'sale.parked.a',
  code: 'sale.parked.expired',
  severity: 'warning',
  action: 'dismiss',
  values: { reference: 'TILL42-1', amountCents: 1250 },
} as const;
const renamed = {
  id: 'issuer.service',
  code: 'issuer.renamed',
  severity: 'alarm',
  action: 'accept-issuer',
  values: { expected: 'IssuerName', got: 'ISSUERNAME' },
} as const;

interface Screen {
  readonly name: string;
  readonly snapshot: () => TillSnapshot;
  readonly act: Act;
  readonly answers?: Readonly<Record<string, unknown>>;
}

const moreScenes: readonly (readonly [string, () => TillSnapshot])[] = [
  ['PREPROD', () => preprod({ sale: sale('paid') })],
  ['offline, may be parked', () => live({ service: offline, sale: sale('waiting', { leavable: true }) })],
  ['never made', () => live({ service: offline, sale: neverMade() })],
  ['being cancelled', () => till({ sale: sale('scanned', { cancel: 'asked' }) })],
  ['partly refunded', () => live({ sale: sale('paid', { refunded: 400, refundable: 850 }) })],
  ['parked', () => live({ parked: [parkedSummary('unknown')], notices: [parkedEnd] })],
];

/** What a press leads to, beside the screens of a sale. */
const screens: readonly Screen[] = [
  {
    name: 'payments',
    snapshot: () => till({ opened: sale('paid', { refunds: [unsettled] }), sale: sale('waiting') }),
    act: async (page) => {
      await page.keyboard.press('F2');
      await page.getByRole('row').first().waitFor();
    },
  },
  {
    name: 'a parked payment',
    snapshot: () => till({ opened: sale('waiting', { parked: true }), parked: [parkedSummary('waiting')] }),
    act: (page) => page.getByRole('link', { name: 'Parked' }).click(),
  },
  {
    name: 'no payments',
    snapshot: () => till({ recent: [] }),
    act: async (page) => {
      await page.keyboard.press('F2');
      await page.getByText('No payments yet. They appear').waitFor();
    },
    answers: found(0),
  },
  {
    name: 'settings',
    snapshot: () => live(),
    act: async (page) => {
      await openSettings(page);
      await page.getByLabel('POS id').fill('TILL 42');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('1 field needs attention').waitFor();
    },
  },
  {
    name: 'people, and a new one',
    snapshot: () => live({ person: { name: 'Zoë Peeters', role: 'manager' } }),
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('tab', { name: 'People' }).click();
      await page.getByRole('button', { name: 'Add person' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('Type a name.').waitFor();
    },
    answers: peopleAnswers,
  },
  {
    name: 'the record',
    snapshot: () => live({ person: { name: 'Ava', role: 'manager' }, signsIn: true }),
    act: async (page) => {
      await openSettings(page);
      await page.getByRole('tab', { name: 'Record' }).click();
      await page.getByText('Other: a-thing-of-later').waitFor();
    },
    answers: peopleAnswers,
  },
  {
    name: 'signing in',
    snapshot: () => live({ role: 'cashier', signsIn: true, person: { name: 'Ava', role: 'cashier' } }),
    act: async (page) => {
      await page.getByRole('button', { name: 'At the till: Ava' }).click();
      await page.getByLabel('Your PIN').waitFor();
    },
  },
  {
    name: 'settings that main does not give',
    snapshot: () => live(),
    act: async (page) => {
      await openSettings(page);
      await page.getByText('The till had a problem of its own.').waitFor();
    },
    answers: { 'settings.read': refusal('internal') },
  },
  {
    name: 'refund dialog',
    snapshot: () => live({ sale: sale('paid', { refundableWithoutPin: 0 }) }),
    act: async (page) => {
      await press('Refund')(page);
      await page.getByLabel('Refund amount').fill('60');
    },
  },
  {
    name: 'refund without an answer',
    snapshot: () => live({ role: 'cashier', sale: sale('paid', { refunds: [unsettled] }) }),
    act: press('Decide about this refund'),
  },
  { name: 'unlock dialog', snapshot: () => live({ role: 'cashier' }), act: openSettings },
  {
    name: 'another name of the service',
    snapshot: () => live({ notices: [renamed] }),
    act: press('Compare the names'),
  },
  // No more changes than are in sight: of a line that is cut axe tells no contrast.
  ...[true, false].map((needsPin) => ({
    name: `a provisioning file that asks ${needsPin ? 'for the PIN' : 'where there is no PIN'}`,
    snapshot: () =>
      live({ role: 'cashier', provisioning: { ...foreignFile, changes: foreignFile.changes.slice(0, 3), needsPin } }),
    act: (page: Page) => page.getByRole('dialog', { name: 'Set this terminal up anew?' }).waitFor(),
  })),
  ...[encryptedFile, shopsFile, { ...faultyFile, faults: faultyFile.faults.slice(0, 3) }].map((provisioning) => ({
    name: `a provisioning file and its ${provisioning.stage}`,
    snapshot: () => live({ provisioning }),
    act: (page: Page) => page.getByRole('dialog').waitFor(),
  })),
  {
    name: 'alarm',
    snapshot: () => till({ sale: sale('paid', { alarm: { shownAs: 'cancelled', at: 0, acknowledged: false } }) }),
    act: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'the question before the app ends',
    snapshot: () =>
      live({
        sale: sale('waiting'),
        leaving: { id: 1, sale: { reference: 'TILL42-261120-0042', amount: 1250, stage: 'waiting' }, refunds: 2 },
      }),
    act: (page) => page.getByRole('alertdialog', { name: 'End Tillmate?' }).waitFor(),
  },
  {
    name: 'first question of a terminal',
    snapshot: () => till({ terminal: { ...till().terminal, mode: 'undecided' } }),
    act: (page) => page.getByRole('button', { name: 'Training' }).waitFor(),
  },
];

/** What the buttons of the languages say, with and without the room for a name. */
const ownNames: ReadonlySet<string> = new Set(['English', 'Nederlands', 'Français', 'Deutsch', 'EN', 'NL', 'FR', 'DE']);

/** What is wrong with the page as it stands, in light and in dark: the same page, so that each is opened only once. */
async function faultsOf({ page }: OpenWindow, smallest: number): Promise<readonly string[]> {
  // Who chooses a language stands within reach of the button.
  const small = (await textSizesOf(page)).filter(({ text, size }) => size < (ownNames.has(text) ? 16 : smallest));
  const faults = [...(await outlineFaults(page)), ...small.map(({ text, size }) => `${size} px: ${text}`)];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}

describe('in light and dark', () => {
  const opening = { width: 1024, height: 768, answers: { ...found(40), ...storedSettings } };

  test('all text of the till has a contrast of 7:1 and 16 px or more, and axe finds nothing', async () => {
    const window = await windows.till(till(), opening);
    for (const [name, snapshot] of [...tillScenes, ...moreScenes]) {
      await window.push(snapshot());
      // Buttons that take no press yet are pale for half a second.
      await window.page.locator('[data-settling]').first().waitFor({ state: 'detached' });
      expect.soft(await faultsOf(window, 16), name).toEqual([]);
    }
  });

  test.each(screens)('so it is on this screen: $name', async ({ snapshot, act, answers }) => {
    const window = await windows.till(snapshot(), { ...opening, answers: { ...opening.answers, ...answers } });
    await act(window.page);
    expect(await faultsOf(window, 16)).toEqual([]);
  });

  test('all text of the customer display has a contrast of 7:1 and 28 px or more, the amount 128, and axe finds nothing', async () => {
    const window = await windows.display(display({ kind: 'idle' }), opening);
    expect.soft(await faultsOf(window, 28), 'idle').toEqual([]);
    const atPreprod = () => display(waitingScene, { training: false, environment: 'PREPROD' });
    for (const [name, snapshot] of [...customerScenes, ['PREPROD', atPreprod] as const]) {
      await window.push(snapshot());
      expect.soft(await faultsOf(window, 28), name).toEqual([]);
      const amount = (await textSizesOf(window.page)).find(({ text }) => text.startsWith('€'));
      expect.soft(amount?.size, name).toBeGreaterThanOrEqual(128);
    }
  });
});
