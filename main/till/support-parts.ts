import { join } from 'node:path';
import type { CheckReport } from '../../preload/contract/checks.ts';
import type { Clock, Random } from '../base/clock.ts';
import { systemDisk } from '../journal/database.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { LevelledLog } from '../support/log.ts';
import { openLogLevel } from '../support/logs/log-level.ts';
import type { SupportLogs } from '../support/logs/support-logs.ts';
import { createSupportPack, type SupportPack } from '../support/pack/support-pack.ts';
import { journalAtHand } from './journal-at-hand.ts';
import type { Till } from './switchable-till.ts';

/** What support looks at and takes along. */
export interface SupportParts {
  readonly logs: SupportLogs;
  readonly supportPack: SupportPack;
}

export interface SupportOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: LevelledLog;
  readonly dataFolder: string;
  readonly version: string;
  readonly store: Pick<SettingsStore, 'file'>;
  till(): Pick<Till, 'opened' | 'mode'>;
  /** Absent where nothing is checked. */
  readonly checks?: ((signal: AbortSignal) => Promise<CheckReport>) | undefined;
}

/** Takes up a level of the log that a start before has raised. */
export function openSupportParts(options: SupportOptions): SupportParts & { close(): Promise<void> } {
  const { clock, random, log, dataFolder, version, store, till, checks } = options;
  const folder = join(dataFolder, 'logs');
  const level = openLogLevel({ clock, log, file: join(dataFolder, 'log-level.json') });
  const supportPack = createSupportPack({
    clock,
    random,
    folder: join(dataFolder, 'support-pack'),
    logFolder: folder,
    disk: systemDisk,
    version,
    file: () => store.file,
    journal: () => journalAtHand(till(), dataFolder, store.file.settings),
    checks,
  });
  return {
    logs: { folder, level },
    supportPack,
    async close() {
      level.stop();
      await supportPack.drop().catch(() => undefined);
    },
  };
}
