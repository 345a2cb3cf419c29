import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LastBackup } from '../../preload/contract/backup.ts';
import { replaceFile } from '../base/durable-files.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { briefFiles } from '../base/patient-files.ts';

const stored = z.object({
  version: z.literal(1),
  /** ms since the epoch. */
  madeAt: z.object({ hand: z.int().optional(), daily: z.int().optional() }),
  last: z.object({
    at: z.int(),
    how: z.enum(['hand', 'daily']),
    outcome: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('made'), file: z.string(), bytes: z.int() }),
      z.object({
        kind: z.literal('failed'),
        code: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    ]),
  }),
});

/** Without the file, the next daily backup is due at once. */
export function openBackupMemory(path: string) {
  let kept = read(path);
  return {
    get last(): LastBackup | undefined {
      return kept?.last;
    },
    madeAt: (how: LastBackup['how']) => kept?.madeAt[how],
    /** Never throws: an unsaved outcome must not fail the backup. */
    note(last: LastBackup): void {
      const made = last.outcome.kind === 'made' ? { [last.how]: last.at } : {};
      kept = { version: 1, madeAt: { ...kept?.madeAt, ...made }, last };
      try {
        replaceFile(path, JSON.stringify(kept), briefFiles);
      } catch {
        // Disk faults are reported where they matter; a forgotten daily backup is only repeated.
      }
    },
  };
}

function read(path: string): z.output<typeof stored> | undefined {
  try {
    return existsSync(path) ? stored.safeParse(jsonOrUndefined(readFileSync(path, 'utf8'))).data : undefined;
  } catch {
    return undefined;
  }
}
