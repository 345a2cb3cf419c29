import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { takeNotedExports } from '../export/noted-exports.ts';
import type { Acts } from './acts.ts';

export interface NotedExportsParts {
  readonly clock: Clock;
  readonly dataFolder: string;
  readonly acts: Pick<Acts, 'record'>;
  readonly log: Log;
}

/** A manager who looks at the record in the morning finds last night's export there. */
const LOOK_EVERY_MS = 60_000;

/** Takes what was exported at the command line into the record: at once, and then each minute. Gives what ends that. */
export function watchNotedExports({ clock, dataFolder, acts, log }: NotedExportsParts): () => void {
  let stop: () => void = () => undefined;
  function look(): void {
    try {
      takeNotedExports(dataFolder, ({ at, kind, ...values }) =>
        acts.record({ act: 'exported', by: { role: 'till' }, about: kind, values: { ...present(values), madeAt: at } }),
      );
    } catch (thrown) {
      log.warn('The noted exports cannot be read', { code: 'export.noted', thrown });
    }
    stop = clock.after(LOOK_EVERY_MS, look);
  }
  look();
  return () => stop();
}

/** Only what is there: a value of an act is a text or a number. */
function present(values: Readonly<Record<string, string | number | undefined>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}
