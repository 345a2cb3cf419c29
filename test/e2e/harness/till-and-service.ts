import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalFolder } from '../../../main/journal/account-folders.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf, type SigningKey } from '../../../main/service/signing-key.ts';
import { until } from '../../base/until.ts';
import { fieldsForService } from '../../settings/fields-for-service.ts';
import { charge, ends, newSale, snapshotOf } from './cashier-actions.ts';
import { type LaunchOptions, launchApp, type RunningApp } from './launch.ts';

/** The service changes nothing by itself within a test, unless the test sets the pace. */
const PLAYED_BY_HAND = { settleMs: 3_600_000, refundMs: 3_600_000, lifetimeMs: 300_000 } as const;

/** The thanks screen stays longer than a busy machine needs for a check. */
const THANKS_STAY = { display: { thanksSeconds: 60 } } as const;

type Fields = Readonly<Record<string, unknown>>;

export const PIN = '471147';

export interface ShopOptions {
  /** Data folder, if not next to the provisioning file. */
  readonly userDataDir?: string;
  readonly sandbox?: SandboxOptions;
  /** Replaces fields of the provisioning file; a function if the fields depend on the service's address. */
  readonly provisioning?: Fields | ((sandbox: Sandbox) => Fields | Promise<Fields>);
  readonly launch?: LaunchOptions;
}

/** A payment service in the test's process, and a live till set up for the service. */
export interface Shop {
  readonly sandbox: Sandbox;
  readonly signingKey: SigningKey;
  readonly provisioningFile: string;
  readonly userDataDir: string;
  /** Folder of the PREPROD journal for the service's first profile. */
  readonly journalFolder: string;
  readonly app: RunningApp;
  /** Ends the app, by quitting or by SIGKILL, and starts it on the same data folder, without the provisioning file. */
  restart(how: 'quit' | 'kill', launch?: LaunchOptions): Promise<void>;
  newest(): string;
  /** Delays the till's next read of a payment; resolves when the read is waiting. */
  holdNextRead(): Promise<void>;
  pay(paymentId?: string): void;
  /** Plays a paid sale and stays on its end screen. */
  sell(amount: string): Promise<void>;
  sellAndLeave(amount: string): Promise<void>;
  close(): Promise<void>;
}

export function provisioningFor(sandbox: Sandbox, signingKey: SigningKey) {
  return { ...fieldsForService(sandbox), keys: { signingKey: { ...signingKey }, apiKey: sandbox.profile.apiKey } };
}

/** Starts the service and the till. The till needs a real keychain, which `npm test` starts. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'tillmate-e2e-'));
  const { pace, ...rest } = options.sandbox ?? {};
  const sandbox = await startSandbox({ ...rest, pace: { ...PLAYED_BY_HAND, ...pace } });
  const signingKey = makeSigningKey('till-42-2026');
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(signingKey));
  const provisioningFile = join(folder, 'provision.json');
  const { provisioning } = options;
  const over = typeof provisioning === 'function' ? await provisioning(sandbox) : provisioning;
  const fields = { ...provisioningFor(sandbox, signingKey), counter: THANKS_STAY, ...over };
  await writeFile(provisioningFile, JSON.stringify(fields, null, 2));
  const userDataDir = options.userDataDir ?? join(folder, 'data');
  const launch = (more: LaunchOptions = {}) => launchApp({ ...options.launch, ...more, userDataDir });
  const args = [...(options.launch?.args ?? []), `--provision=${provisioningFile}`];
  let app = await launch({ args }).catch(async (thrown: unknown) => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
    throw thrown;
  });
  // A slow keychain delays the provisioning file.
  await until('the till is live', async () => (await snapshotOf(app)).terminal.mode === 'live', 60_000);
  const newest = () => {
    const paymentId = [...sandbox.engine.store.payments.keys()].at(-1);
    if (paymentId === undefined) throw new Error('The service has no payment yet.');
    return paymentId;
  };
  const shop: Shop = {
    sandbox,
    signingKey,
    provisioningFile,
    userDataDir,
    journalFolder: journalFolder(userDataDir, { environment: 'PREPROD', ...sandbox.profile }),
    get app() {
      return app;
    },
    async restart(how, more) {
      await (how === 'kill' ? app.kill('SIGKILL') : app.stop());
      app = await launch(more);
    },
    newest,
    async holdNextRead() {
      const held = sandbox.faults.inject({ operation: 'readPayment', kind: 'latency', ms: 3_600_000, times: 1 });
      await until('the next read is held', () => !sandbox.faults.list().some(({ id }) => id === held), 30_000);
    },
    pay(paymentId = newest()) {
      sandbox.payer.scan(paymentId);
      sandbox.payer.confirm(paymentId);
      sandbox.engine.settle(paymentId);
    },
    async sell(amount) {
      await charge(app, amount);
      shop.pay();
      await ends(app, 'Paid', 'Paid');
    },
    async sellAndLeave(amount) {
      await shop.sell(amount);
      await newSale(app);
    },
    async close() {
      await app.stop();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return shop;
}
