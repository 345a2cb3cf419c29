import type { Page } from '@playwright/test';
import { launchApp, type RunningApp, settingsPart, shows } from '../e2e/harness/index.ts';
import { playPress } from './app/press-clock.ts';
import { launchRelay, type Relay } from './app/relay.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { quantile } from './statistics.ts';

export const name = 'press-to-answer';

/** How long a button is held down in ms: shorter than by any person. */
const HELD_MS = 60;
const ROUNDS = howMany(12, 1);

/** ms from a click or key press to the first changed frame, by button or key. */
type Samples = Map<string, number[]>;

/**
 * Measures clicks and key presses on the till to the next painted change, for the main buttons of a sale. Yardstick: a
 * click and a key press on a bare page.
 */
export async function bench(): Promise<readonly Row[]> {
  const app = await launchApp({ args: ['--training'] });
  const relay = await launchRelay();
  const samples: Samples = new Map();
  const bare: Samples = new Map();
  try {
    // The first round is a warm-up.
    await oneRound(app, new Map());
    await barePresses(relay, new Map());
    for (let round = 0; round < ROUNDS; round += 1) {
      await oneRound(app, samples);
      await barePresses(relay, bare);
    }
    await app.till.getByRole('link', { name: 'Settings' }).click();
    await settingsRounds(app, samples);
  } finally {
    await relay.app.stop();
    await app.stop();
  }
  return [...samples].map(([pressed, taken]) => {
    const yardstick = pressed.startsWith('the key ') ? KEY : CLICK;
    return row(`a press on ${pressed} to its first answer on screen, p95`, quantile(taken, 0.95), 'ms', {
      yardstick: [yardstick, quantile(bare.get(yardstick) ?? [], 0.95)],
      // Keys and the parts of Settings replace a whole view; a button answers with its pressed style.
      atMost: yardstick === KEY || pressed === SETTINGS ? 6 : 3,
    });
  });
}

const SETTINGS = 'a part of Settings';
const KEY = 'a key press on a bare page';
const CLICK = 'a click on a bare page';

async function barePresses({ app: { till } }: Relay, samples: Samples): Promise<void> {
  for (let press = 0; press < 3; press += 1) {
    await measure(till, samples, KEY, () => till.keyboard.press('1'));
    await measure(till, samples, CLICK, clickOn(till, 'Charge'));
  }
}

async function oneRound(app: RunningApp, samples: Samples): Promise<void> {
  const { till } = app;
  const clicked = (pressed: string) => measure(till, samples, pressed, clickOn(till, pressed));
  const key = (pressed: string) => measure(till, samples, `the key ${pressed}`, () => till.keyboard.press(pressed));

  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await key('1');
  await clicked('7');
  await clicked('Backspace');
  await clicked('Clear');
  await clicked('5');
  await key('F2');
  await till.getByRole('searchbox', { name: 'Find a payment' }).waitFor();
  await key('F2');
  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await clicked('Charge');
  await shows(till, 'Waiting');
  await key('Escape');
  await clicked('Go on waiting');
  await clicked('Cancel payment');
  await clicked('Go on waiting');
  // Still open from the previous sale.
  const isOpen = await till.getByRole('button', { name: 'Back to the code' }).isVisible();
  if (isOpen) await clicked('Back to the code');
  await clicked('Pay as the customer');
  await clicked('Scan');
  await shows(till, 'Scanned');
  await clicked('Confirm');
  await till.getByRole('heading', { name: 'Paid' }).waitFor();
  await clicked('Refund');
  await till.getByRole('dialog', { name: 'Refund payment' }).waitFor();
  await clicked('Not now');
  await till.getByRole('dialog', { name: 'Refund payment' }).waitFor({ state: 'detached' });
  await clicked('New sale');
}

async function settingsRounds(app: RunningApp, samples: Samples): Promise<void> {
  await settingsPart(app, 'Display');
  for (let round = 0; round < ROUNDS; round += 1)
    for (const part of ['Money and limits', 'Display'])
      await measure(app.till, samples, SETTINGS, () => settingsPart(app, part));
}

function clickOn(till: Page, pressed: string): () => Promise<void> {
  return () => till.getByRole('button', { name: pressed, exact: true }).click({ delay: HELD_MS });
}

async function measure(till: Page, samples: Samples, pressed: string, press: () => Promise<void>): Promise<void> {
  const taken = await playPress(till, press);
  samples.set(pressed, [...(samples.get(pressed) ?? []), taken]);
}
