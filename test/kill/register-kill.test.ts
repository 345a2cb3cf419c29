import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { dataFiles } from '../../main/base/data-files.ts';
import { journalFolder } from '../../main/journal/account-folders.ts';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';
import { freePort } from '../base/free-port.ts';
import { projectRoot } from '../e2e/harness/runtime.ts';
import { asked } from '../register/open-api.ts';
import { builtApp, HeadlessApp } from './headless-app.ts';
import { startHeldService } from './held-service.ts';
import { disagreements } from './journal-against-service.ts';
import type { KillPoint } from './points-of-each-operation.ts';

const bon = { amountCents: 1250, currency: 'EUR', reference: 'BON 1' };
const back = { amountCents: 400 };

beforeAll(async () => {
  expect(await ensureBuilt(projectRoot)).not.toBe('failed');
}, 300_000);

/** A provisioned till with a register, and a service that outlives the till. */
async function shop() {
  const folder = await mkdtemp(join(tmpdir(), 'tillmate-kill-'));
  const service = await startHeldService({ acknowledgement: false });
  const port = await freePort();
  let kill: () => Promise<void> = async () => undefined;
  onTestFinished(async () => {
    await kill();
    await service.sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });
  const start = (args: readonly string[], dieAt?: KillPoint) => {
    const app = new HeadlessApp({ script: builtApp, userDataDir: folder, args, dieAt });
    kill = () => app.kill();
    return app;
  };
  const file = join(folder, 'provisioning.json');
  const register = { on: true, network: false, port, refundLimit: 500, folder: '', zvtPort: 0 };
  await writeFile(file, JSON.stringify({ ...JSON.parse(service.provisioning()), counter: { register } }));
  return { service, folder, port, file, start };
}

async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  await expect.poll(() => ask().catch(() => undefined), { timeout: 30_000 }).toBeDefined();
}

test.each<readonly [string, KillPoint, 'paid' | 'failed']>([
  ['before the intent of a charge is written', { when: 'before', fact: 'sale.intent' }, 'paid'],
  // The request was never sent and is not sent after the restart: the sale fails.
  ['after the intent of a charge', { when: 'after', fact: 'sale.intent' }, 'failed'],
  ['after the answer to a charge', { when: 'after', fact: 'sale.created' }, 'paid'],
  ['after the intent of a refund', { when: 'after', fact: 'refund.intent' }, 'paid'],
  ['after the answer to a refund', { when: 'after', fact: 'refund.answered' }, 'paid'],
])(
  'a till killed %s makes at most one payment and refund per key',
  async (_when, dieAt, end) => {
    const { service, folder, port, file, start } = await shop();
    const { engine, payer, profile } = service.sandbox;

    const first = start([`--provision=${file}`]);
    await untilAnswered(() => asked(port, 'GET', '/v1/openapi.json', {}));
    await first.call('registers.begin-pairing', {});
    const { pairing } = await first.call('registers.read', {});
    const paired = await asked(port, 'POST', '/v1/pair', { body: { code: pairing?.code, name: 'Kassa 1' } });
    await first.kill();

    const { token } = paired.body as { token: string };
    const path = '/v1/payments/bon-1';
    const put = (more: string, body: object) => asked(port, 'PUT', `${path}${more}`, { token, body });
    const until = async (fits: (told: Told) => boolean): Promise<string> => {
      let told: Told = { rev: 0, state: '', final: false, refunds: [] };
      while (!fits(told))
        told = (await asked(port, 'GET', `${path}?after=${told.rev}&wait=25`, { token })).body as unknown as Told;
      return told.state;
    };
    /** Plays the register and repeats each step until the till responds. */
    const sell = async () => {
      await untilAnswered(() => put('', bon));
      if ((await until(({ state, final }) => state === 'waiting' || final)) === 'failed') return 'failed';
      for (const { paymentId } of engine.store.payments.values()) {
        payer.scan(paymentId);
        payer.confirm(paymentId);
      }
      engine.runDue();
      const ended = await until(({ final }) => final);
      expect((await put('/refunds/r-1', back)).status).toBeLessThan(300);
      await until(({ refunds }) => refunds.some(({ state }) => state === 'refunded'));
      return ended;
    };

    const dying = start([], dieAt);
    // Calls to a dying till get no response.
    const dies = sell().catch(() => undefined);
    expect(await dying.ended).toBe('SIGKILL');
    const last = start([]);
    await dies;
    expect(await sell()).toBe(end);
    await last.kill();
    expect([...engine.store.payments.values()]).toMatchObject(
      end === 'paid' ? [{ status: 'SUCCEEDED', amount: bon.amountCents }] : [],
    );
    expect([...engine.store.refunds.values()]).toMatchObject(end === 'paid' ? [{ amount: back.amountCents }] : []);
    const journal = journalFolder(folder, { environment: 'PREPROD', ...profile });
    expect(disagreements(join(journal, dataFiles.journal), service.sandbox)).toEqual([]);
  },
  120_000,
);

interface Told {
  readonly rev: number;
  readonly state: string;
  readonly final: boolean;
  readonly refunds: readonly { readonly state: string }[];
}
