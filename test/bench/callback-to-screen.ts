import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Sandbox } from '../../main/sandbox/index.ts';
import { freePort } from '../base/free-port.ts';
import { charge, newSale, openShop, type Shop } from '../e2e/harness/index.ts';
import { lookOutFor } from './app/page-clock.ts';
import { launchRelay, type Relay, relayMerchant } from './app/relay.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { quantile } from './statistics.ts';

export const name = 'callback-to-screen';

const SALES = howMany(30);
const WARM_UP = howMany(2, 0);
/** Pauses between two customer actions, in ms. Irregular, to favour no polling interval. */
const PAUSES = [310, 470, 640, 790] as const;

/**
 * Measures the time from a status change at the service to the till's new screen, with callbacks: the app in live mode,
 * listener on loopback, service in this process. Yardstick: the same callback to a bare HTTP server that commits it and
 * shows its status in a bare window.
 */
export async function bench(): Promise<readonly Row[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/callback`;
  const shop = await openShop({
    // Callback URLs sent by the till must be https. The URLs of the profile apply otherwise, and may be http.
    sandbox: { profiles: [{ callbackUrl: url, identifyCallbackUrl: url }] },
    provisioning: { callbacks: { listen: { host: '127.0.0.1', port } } },
  });
  const till: number[] = [];
  const bare: number[] = [];
  const relay = await launchRelay();
  const pay = relayMerchant(shop.sandbox, relay);
  try {
    for (let sale = 0; sale < SALES + WARM_UP; sale += 1) {
      const onScreen = await saleOnScreen(shop, sale);
      const inRelay = await saleInRelay(shop.sandbox, relay, pay);
      if (sale < WARM_UP) continue;
      till.push(...onScreen);
      bare.push(...inRelay);
    }
  } finally {
    await relay.app.stop();
    await shop.close();
  }
  const yardstick = 'the same callback to a bare server, a commit and a bare window';
  return [0.5, 0.95].map((share) =>
    row(`status changed at the service to the new screen, callbacks, p${share * 100}`, quantile(till, share), 'ms', {
      yardstick: [yardstick, quantile(bare, share)],
      atMost: 3,
    }),
  );
}

/** Returns the ms from each status change at the service (scanned, confirmed, paid) to its word on the till. */
async function saleOnScreen(shop: Shop, sale: number): Promise<readonly number[]> {
  const { app, sandbox } = shop;
  await charge(app, '12,50');
  const paymentId = shop.newest();
  const taken: number[] = [];
  for (const [step, { word, act }] of stepsOf(sandbox, paymentId).entries()) {
    await wait(PAUSES[(sale + step) % PAUSES.length] ?? 0);
    taken.push(await actToWord(app.till, word, act));
  }
  await newSale(app);
  return taken;
}

async function saleInRelay(sandbox: Sandbox, { app }: Relay, pay: () => string): Promise<readonly number[]> {
  const taken: number[] = [];
  for (const { status, act } of stepsOf(sandbox, pay())) taken.push(await actToWord(app.till, status, act));
  return taken;
}

async function actToWord(till: Page, word: string, act: () => void): Promise<number> {
  const shown = await lookOutFor(till, '[role=status][aria-label="Payment status"]', [word]);
  const acted = performance.timeOrigin + performance.now();
  act();
  return (await shown.at()) - acted;
}

function stepsOf({ payer, engine }: Sandbox, paymentId: string) {
  return [
    { word: 'Scanned', status: 'IDENTIFIED', act: () => void payer.scan(paymentId) },
    { word: 'Confirmed', status: 'AUTHORIZED', act: () => void payer.confirm(paymentId) },
    { word: 'Paid', status: 'SUCCEEDED', act: () => engine.settle(paymentId) },
  ] as const;
}
