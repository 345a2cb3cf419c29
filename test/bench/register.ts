import { freePort } from '../base/free-port.ts';
import { newSale, openShop, type Shop } from '../e2e/harness/index.ts';
import { chargeToQr, QR } from './app/charge-to-qr.ts';
import { lookOutFor } from './app/page-clock.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { median, quantile } from './statistics.ts';

export const name = 'register';

const SALES = howMany(30);
const WARM_UP = howMany(3, 0);

/**
 * Measures a cash register over HTTP on loopback next to the cashier: charge to QR code on the customer display, and
 * status change at the service to the register's event, with callbacks. The service runs in this process for both.
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
  const [typed, charged, heard]: [number[], number[], number[]] = [[], [], []];
  try {
    const register = await pairedRegister(shop, `http://127.0.0.1:${port}/v1`);
    for (let sale = 0; sale < SALES + WARM_UP; sale += 1) {
      const byCashier = await chargeToQr(shop.app);
      const byRegister = await register.putToQr(shop, `sale-${sale}`);
      const events = await register.changesToEvents(shop);
      await newSale(shop.app);
      if (sale < WARM_UP) continue;
      typed.push(byCashier);
      charged.push(byRegister);
      heard.push(...events);
    }
  } finally {
    await shop.close();
  }
  return [
    row('a register charges to QR on the customer display, p50', median(charged), 'ms', {
      yardstick: ['Charge pressed', median(typed)],
      atMost: median(typed) + 20,
      bar: '≤ 20 ms more',
    }),
    row('the same, against Charge pressed', median(charged) / median(typed), '', { atMost: 1.1 }),
    row('status changed at the service to the register’s event, callbacks, p95', quantile(heard, 0.95), 'ms', {
      atMost: 50,
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
    async changesToEvents({ sandbox, newest }: Shop): Promise<readonly number[]> {
      const paymentId = newest();
      const taken: number[] = [];
      for (const [state, act] of [
        ['scanned', () => void sandbox.payer.scan(paymentId)],
        ['authorised', () => void sandbox.payer.confirm(paymentId)],
        ['paid', () => sandbox.engine.settle(paymentId)],
      ] as const) {
        const came = events.next(state);
        const acted = performance.now();
        act();
        await came;
        taken.push(performance.now() - acted);
      }
      return taken;
    },
  };
}

async function eventsOf(address: string, authorization: string) {
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
