import { join } from 'node:path';
import type { Sandbox } from '../../../main/sandbox/index.ts';
import { freePort } from '../../base/free-port.ts';
import { launchApp, type RunningApp } from '../../e2e/harness/index.ts';
import { clickToQr, QR } from './charge-to-qr.ts';

/** The two bare windows of `relay-main.mjs`, through the same host as the app. */
export interface Relay {
  readonly app: RunningApp;
  /** Base URL of the relay's HTTP server. */
  readonly address: string;
}

export async function launchRelay(): Promise<Relay> {
  const port = await freePort();
  const script = join(import.meta.dirname, 'relay-main.mjs');
  const app = await launchApp({ script, env: { RELAY_PORT: String(port) } });
  return { app, address: `http://127.0.0.1:${port}` };
}

/** Returns the ms from a click in the first window to a painted image in the second. Then removes the image. */
export async function clickToImage({ app }: Relay): Promise<number> {
  const taken = await clickToQr(app);
  await app.till.getByRole('button', { name: 'Charge', exact: true }).click();
  await app.display.locator(QR).waitFor({ state: 'detached' });
  return taken;
}

/** Adds a merchant whose callbacks go to the relay. Returns a function that creates a payment and returns its ID. */
export function relayMerchant({ addProfile, engine }: Sandbox, { address }: Relay): () => string {
  const url = `${address}/callback`;
  const { profileId } = addProfile({ callbackUrl: url, identifyCallbackUrl: url });
  const caller = engine.signer(profileId);
  if (caller === undefined) throw new Error('The profile that was added is not there.');
  return () => {
    const body = { posId: 'BARE', amount: 1250 };
    const { body: created } = engine.handle({ caller, operation: 'createStaticQrPayment', body });
    return (created as { readonly paymentId: string }).paymentId;
  };
}
