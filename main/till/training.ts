import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '../../preload/views.ts';
import type { Clock, Random } from '../base/clock.ts';
import { makeSigningKey, publicHalf } from '../service/signing-key.ts';
import type { Log } from '../support/log.ts';
import { serviceLog } from '../support/service-log.ts';
import { type TerminalSettings, tuningSettings } from '../terminal/settings.ts';
import { connect } from './connection.ts';
import { type JournalCare, openRuntime } from './opened-till.ts';
import type { Opened } from './till.ts';

export interface TrainingOptions {
  /** The app's data folder; training has a folder of its own in it, with a journal of its own. */
  readonly userDataDir: string;
  readonly terminalId: string;
  /** The terminal's own settings, where it has some: the shop's name and ways are then those that people know. */
  readonly own: TerminalSettings | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  changed(): void;
  readonly care?: JournalCare;
  tell?(notice: Notice): void;
}

/**
 * Training: the payment service embedded, and a till that talks to it as it would to the real one. The service
 * remembers its payments in the folder, so that a sale survives a restart; the till's key is made anew each time.
 */
export async function openTraining(options: TrainingOptions): Promise<Opened> {
  const folder = join(options.userDataDir, 'training');
  mkdirSync(folder, { recursive: true });
  const { startSandbox } = await import('../sandbox/index.ts');
  const sandbox = await startSandbox({
    stateFile: join(folder, 'service.json'),
    log: serviceLog(options.log),
    clock: options.clock,
    random: options.random,
  });
  const signingKey = makeSigningKey('training');
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(signingKey));
  const settings: TerminalSettings = {
    service: {
      environment: 'PREPROD',
      baseUrl: sandbox.baseUrl,
      jwksUrl: sandbox.jwksUrl,
      claimPrefix: sandbox.claimPrefix,
      issuer: sandbox.issuer,
    },
    merchant: { merchantId: sandbox.profile.merchantId, profileId: sandbox.profile.profileId },
    shop: options.own?.shop ?? { shopId: 'training', shopName: 'Training shop' },
    pos: options.own?.pos ?? { posId: 'TRAIN1' },
    till: options.own?.till,
    tuning: tuningSettings.parse({}),
  };
  const { clock, random, log } = options;
  const connection = connect({ settings, signingKey, apiKey: undefined, clock, random, log });
  const runtime = await openRuntime({ ...options, folder, settings, connection }).catch(async (thrown: unknown) => {
    await sandbox.close();
    throw thrown;
  });
  return {
    settings,
    runtime: {
      ...runtime,
      async close() {
        await runtime.close();
        await sandbox.close();
      },
    },
  };
}
