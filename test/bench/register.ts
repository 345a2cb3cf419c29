import type { Sandbox } from '../../main/sandbox/index.ts';
import { freePort } from '../base/free-port.ts';
import { newSale, openShop, type Shop } from '../e2e/harness/index.ts';
import { chargeToQr, QR } from './app/charge-to-qr.ts';
import { lookOutFor } from './app/page-clock.ts';
import { launchRelay, relayMerchant } from './app/relay.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { median, quantile } from './statistics.ts';

export const name = 'register';

const SALES = howMany(30);
const WARM_UP = howMany(3, 0);

/**
 * Measures a cash register over HTTP on loopback next to the cashier: charge to QR code on the customer display, and
 * status change at the service to the register's event, with callbacks. The service runs in this process for both.
 * Yardsticks: the cashier's click and a bare HTTP round trip; the same callback to a bare server that commits and
 * streams its status.
 */
export async function bench(): Promise<readonly Row[]> {
  const [port, callbacks] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${callbacks}/callback`;
  const shop = await openShop({
    sandbox: { profiles: [{ callbackUrl: url, identifyCallbackUrl: url }] },
    provisioning: {
      callbacks: { listen: { host: '127.0.0.1', port: callbacks } },
      counter: { register: { on: true, network: false, port, folder: '', zvtPort: 0 }, display: { thanksSeconds: 60 } },
    },
  });
  const relay = await launchRelay();
  const pay = relayMerchant(shop.sandbox, relay);
  const [typed, charged, heard]: [number[], number[], number[]] = [[], [], []];
  const [roundTrips, streamed]: [number[], number[]] = [[], []];
  try {
    const relayed = await eventsOf(`${relay.address}/events`, '');
    const register = await pairedRegister(shop, `http://127.0.0.1:${port}/v1`);
    for (let sale = 0; sale < SALES + WARM_UP; sale += 1) {
      const byCashier = await chargeToQr(shop.app);
      const byRegister = await register.putToQr(shop, `sale-${sale}`);
      const events = await register.changesToEvents(shop);
      await newSale(shop.app);
      const roundTrip = await roundTripMs(relay.address);
      const bareEvents = await changesToEvents(shop.sandbox, pay(), relayed, 'status');
      if (sale < WARM_UP) continue;
      roundTrips.push(roundTrip);
      streamed.push(...bareEvents);
      typed.push(byCashier);
      charged.push(byRegister);
      heard.push(...events);
    }
  } finally {
    await relay.app.stop();
    await shop.close();
  }
  return [
    row('a register charges to QR on the customer display, p50', median(charged), 'ms', {
      yardstick: ['Charge pressed and a bare HTTP round trip', median(typed) + median(roundTrips)],
      atMost: 1.2,
    }),
    row('status changed at the service to the register’s event, callbacks, p95', quantile(heard, 0.95), 'ms', {
      yardstick: ['the same callback to a bare server, a commit and a bare stream', quantile(streamed, 0.95)],
      atMost: 3,
    }),
  ];
}

async function pairedRegister({ app }: Shop, address: string) {
  const code = await app.till.evaluate(async () => {
    await window.tillmate.call('registers.begin-pairing', {});
    const told = await window.tillmate.call('registers.read', {});
    return told.ok ? told.value.pairing?.code : undefined;
  });
  const ask = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const json = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(`${address}${path}`, { method, headers: json, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} was refused: ${await answer.text()}`);
    return (await answer.json()) as { readonly token: string };
  };
  const { token } = await ask('POST', '/pair', { code, name: 'Bench' });
  const authorization = `Bearer ${token}`;
  const events = await eventsOf(`${address}/events`, authorization);
  return {
    async putToQr({ app }: Shop, key: string): Promise<number> {
      const shown = await lookOutFor(app.display, QR);
      const began = performance.timeOrigin + performance.now();
      await ask('PUT', `/payments/${key}`, { amountCents: 1250, currency: 'EUR' }, { authorization });
      return (await shown.at()) - began;
    },
    changesToEvents: ({ sandbox, newest }: Shop) => changesToEvents(sandbox, newest(), events, 'state'),
  };
}

/** Returns the ms from each status change of the payment at the service to its event in the stream. */
async function changesToEvents(
  { payer, engine }: Sandbox,
  paymentId: string,
  events: EventStream,
  by: 'state' | 'status',
): Promise<readonly number[]> {
  const taken: number[] = [];
  for (const { act, ...words } of [
    { state: 'scanned', status: 'IDENTIFIED', act: () => void payer.scan(paymentId) },
    { state: 'authorised', status: 'AUTHORIZED', act: () => void payer.confirm(paymentId) },
    { state: 'paid', status: 'SUCCEEDED', act: () => engine.settle(paymentId) },
  ] as const) {
    const came = events.next(words[by]);
    const acted = performance.now();
    act();
    await came;
    taken.push(performance.now() - acted);
  }
  return taken;
}

async function roundTripMs(address: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(address, { method: 'PUT', body: JSON.stringify({ amountCents: 1250, currency: 'EUR' }) });
  await answer.json();
  return performance.now() - began;
}

interface EventStream {
  next(state: string): Promise<void>;
}

async function eventsOf(address: string, authorization: string): Promise<EventStream> {
  const { body } = await fetch(address, { headers: { authorization } });
  if (body === null) throw new Error('There is no stream of events.');
  let waiting: { readonly state: string; came(): void } | undefined;
  const text = new TextDecoder();
  void (async () => {
    for await (const part of body)
      if (waiting !== undefined && text.decode(part).includes(`"state":"${waiting.state}"`)) waiting.came();
  })().catch(() => undefined);
  return {
    next: (state: string) =>
      new Promise<void>((came) => {
        waiting = { state, came };
      }),
  };
}
