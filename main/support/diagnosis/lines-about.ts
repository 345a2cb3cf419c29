import { linesBefore } from '../logs/lines-before.ts';
import { withLogFiles } from '../logs/log-files.ts';
import { type LogLine, readLine } from '../logs/log-line.ts';

/** Everything by which the log may name the payment. */
export interface IdsOfPayment {
  readonly saleId: string;
  readonly paymentId: string | undefined;
  /** These two with the reference, and the keys, ids and trace ids of what was asked about it; each once. */
  readonly all: readonly string[];
}

export interface LinesAbout {
  /** In the order of the log. */
  readonly lines: readonly LogLine[];
  /** There were more, and the oldest of them are left out. */
  readonly full: boolean;
}

const MOST = 300;

/**
 * The lines of the log that are about the payment of these ids, which began at `from`, ms since the epoch. The whole log is
 * looked through, which takes a tenth of a second: an older time says nothing where the clock may have been set.
 */
export function linesAbout(folder: string, ids: IdsOfPayment, from: number): Promise<LinesAbout> {
  const { all } = ids;
  return withLogFiles(folder, async (files) => {
    const found: LogLine[] = [];
    // As the log writes them. It is no more than a sieve: a word of a message may be somebody's reference.
    const written = all.map((id) => JSON.stringify(id));
    for (const file of files)
      for await (const { text, cut } of linesBefore(file, file.size)) {
        if (!written.some((id) => text.includes(id))) continue;
        const line = readLine(text, cut).checked();
        if (line.at === undefined || !isAbout(line, ids, line.at >= from)) continue;
        if (found.length === MOST) return { lines: found.reverse(), full: true };
        found.push(line);
      }
    return { lines: found.reverse(), full: false };
  });
}

const OTHER_IDS = ['refundKey', 'refundId', 'traceId', 'about', 'reference'] as const;

/**
 * A line that names a sale, or else a payment, is about that one, whatever else it has in common with another and whatever the
 * clock said. What else names one may have been an earlier payment's, so it counts `since` this one began.
 */
function isAbout({ fields }: LogLine, { saleId, paymentId, all }: IdsOfPayment, since: boolean): boolean {
  if (fields['saleId'] !== undefined) return fields['saleId'] === saleId;
  if (fields['paymentId'] !== undefined) return fields['paymentId'] === paymentId;
  return since && OTHER_IDS.some((name) => all.some((id) => fields[name] === id));
}
