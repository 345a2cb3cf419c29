import { type Acts, createActs } from '../../main/audit/audit-log.ts';
import { owedInFile } from '../../main/audit/pending-entries.ts';
import type { Clock } from '../../main/base/clock.ts';
import type { Log } from '../../main/base/log.ts';

/** Creates acts whose pending entries stay in memory: without a seal key, no file is written. */
export function actsInMemory({ clock, log }: { readonly clock: Clock; readonly log: Log }): Acts {
  return createActs({ clock, log, owed: owedInFile('', log, clock, () => undefined) });
}
