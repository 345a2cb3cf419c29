import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '../../main/sandbox/index.ts';
import { freePort } from '../base/free-port.ts';
import { listening } from '../base/listening.ts';
import { charge, newSale, openShop, type Shop } from '../e2e/harness/index.ts';
import { lookOutFor } from './app/page-clock.ts';
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
 * listener on loopback, service in this process. Yardstick: the same callback to a bare HTTP server.
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
  const listener = await bareListener(shop.sandbox);
  try {
    for (let sale = 0; sale < SALES + WARM_UP; sale += 1) {
      const onScreen = await saleOnScreen(shop, sale);
      const atListener = await listener.sale();
      if (sale < WARM_UP) continue;
      till.push(...onScreen);
      bare.push(...atListener);
    }
  } finally {
    await listener.close();
    await shop.close();
  }
  return [
    row('status changed at the service to the new screen, callbacks, p95', quantile(till, 0.95), 'ms', {
      yardstick: ['the same callback to a bare HTTP server', quantile(bare, 0.95)],
      atMost: 100,
    }),
  ];
}

/** Returns the ms from each status change at the service (scanned, confirmed, paid) to its word on the till. */
async function saleOnScreen(shop: Shop, sale: number): Promise<readonly number[]> {
  const { app, sandbox } = shop;
  await charge(app, '12,50');
  const paymentId = shop.newest();
  const taken: number[] = [];
  for (const [step, { word, act }] of stepsOf(sandbox, paymentId).entries()) {
    await wait(PAUSES[(sale + step) % PAUSES.length] ?? 0);
    const shown = await lookOutFor(app.till, '[role=status][aria-label="Payment status"]', [word]);
    const acted = performance.timeOrigin + performance.now();
    act();
    taken.push((await shown.at()) - acted);
  }
  await newSale(app);
  return taken;
}

function stepsOf({ payer, engine }: Sandbox, paymentId: string) {
  return [
    { word: 'Scanned', act: () => void payer.scan(paymentId) },
    { word: 'Confirmed', act: () => void payer.confirm(paymentId) },
    { word: 'Paid', act: () => engine.settle(paymentId) },
  ] as const;
}

/** A second merchant at the same service; its callbacks go to a server that only responds. */
async function bareListener(sandbox: Sandbox): Promise<{ sale(): Promise<readonly number[]>; close(): Promise<void> }> {
  let told: () => void = () => undefined;
  const server = createServer((request, response) => {
    request.on('end', () => {
      told();
      response.setHeader('content-type', 'application/json').end('{}');
    });
    request.resume();
  });
  const url = `http://127.0.0.1:${await listening(server)}/callback`;
  const { profileId } = sandbox.addProfile({ callbackUrl: url, identifyCallbackUrl: url });
  const caller = sandbox.engine.signer(profileId);
  if (caller === undefined) throw new Error('The profile that was added is not there.');

  return {
    async sale() {
      const body = { posId: 'BARE', amount: 1250 };
      const { body: created } = sandbox.engine.handle({ caller, operation: 'createStaticQrPayment', body });
      const { paymentId } = created as { readonly paymentId: string };
      const taken: number[] = [];
      for (const { act } of stepsOf(sandbox, paymentId)) {
        const heard = new Promise<void>((resolve) => {
          told = resolve;
        });
        const acted = performance.now();
        act();
        await heard;
        taken.push(performance.now() - acted);
      }
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
