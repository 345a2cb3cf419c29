import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles, dataFolders } from '../base/data-files.ts';
import type { SandboxLog } from '../sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../service/signing-key.ts';
import { type TerminalSettings, usualTuning } from '../settings/settings.ts';
import { type OpenTill, type OpenTillOptions, openTill, type TrainingPayer } from './open-till.ts';
import { createConnection } from './service-connection.ts';

export interface TrainingOptions extends Omit<OpenTillOptions, 'folder' | 'settings' | 'connection'> {
  /** The app's data folder, with training's folder inside. */
  readonly userDataDir: string;
  /** Training uses the terminal's own shop and limits. */
  readonly own: TerminalSettings | undefined;
}

/** Opens a till on the embedded payment service, which stores its payments in the folder over restarts. */
export async function openTraining(options: TrainingOptions): Promise<OpenTill> {
  const { userDataDir, own, clock, random, log } = options;
  const folder = join(userDataDir, dataFolders.training);
  mkdirSync(folder, { recursive: true });
  const { startSandbox } = await import('../sandbox/index.ts');
  const stateFile = join(folder, dataFiles.trainingService);
  // The code of a POS is the same for every payment, so that stickers can be practised too.
  const picks = { staticQrDeeplink: 'pos' } as const;
  const complaints: SandboxLog = {
    info: () => undefined,
    warn: (_fields, message) => log.warn('Warning of the embedded service', { thrown: message }),
  };
  const sandbox = await startSandbox({ stateFile, log: complaints, clock, random, picks });
  const signingKey = makeSigningKey('training');
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(signingKey));
  const settings: TerminalSettings = {
    service: {
      environment: 'PREPROD',
      baseUrl: sandbox.baseUrl,
      jwksUrl: sandbox.jwksUrl,
      claimPrefix: sandbox.claimPrefix,
      issuer: sandbox.issuer,
      counterCode: `${sandbox.baseUrl}/l/1/{profileId}/{posId}`,
    },
    merchant: { merchantId: sandbox.profile.merchantId, profileId: sandbox.profile.profileId },
    shop: own?.shop ?? { shopId: 'training', shopName: 'Training shop' },
    pos: own?.pos ?? { posId: 'TRAIN1' },
    till: own?.till,
    sale: own?.sale,
    tuning: usualTuning,
  };
  const connection = createConnection({ settings, signingKey, apiKey: undefined, clock, random, log });
  const till = await openTill({ ...options, folder, settings, connection, training: true }).catch(
    async (thrown: unknown) => {
      await sandbox.close();
      throw thrown;
    },
  );
  const { payer, saved, engine } = sandbox;
  const acts = {
    scan: (paymentId: string) => payer.scan(paymentId),
    confirm: (paymentId: string) => payer.confirm(paymentId),
    refuse: payer.refuse,
    'bank-refuses': payer.bankRefuses,
    expire: payer.expire,
  };
  const play: TrainingPayer = async (paymentId, act) => {
    // A service without its file does not know older sales.
    if (!engine.store.payments.has(paymentId)) return false;
    const { done } = acts[act](paymentId);
    await saved();
    return done;
  };
  return {
    ...till,
    payer: play,
    practiceKey: signingKey,
    async payOut() {
      engine.runPayout();
      await saved();
    },
    async close() {
      await till.close();
      await sandbox.close();
    },
  };
}
