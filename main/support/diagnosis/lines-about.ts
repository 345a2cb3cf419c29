import { linesBefore } from '../logs/lines-before.ts';
import { withLogFiles } from '../logs/log-files.ts';
import { type LogLine, readLine } from '../logs/log-line.ts';

export interface LinesAbout {
  /** In the order of the log. */
  readonly lines: readonly LogLine[];
  /** There were more, and the oldest of them are left out. */
  readonly full: boolean;
}

const MOST = 300;
/** A clock that was set makes older lines look newer: so far before the first moment is looked on. */
const SLACK_MS = 24 * 60 * 60_000;

/** The lines of the log that name one of `ids`, from the moment `from` on (ms since the epoch). */
export function linesAbout(folder: string, ids: readonly string[], from: number): Promise<LinesAbout> {
  return withLogFiles(folder, async (files) => {
    const found: LogLine[] = [];
    for (const file of files)
      for await (const { text, cut } of linesBefore(file, file.size)) {
        if (!ids.some((id) => text.includes(id))) {
          if (isBefore(text, from - SLACK_MS)) return { lines: found.reverse(), full: false };
          continue;
        }
        const line = readLine(text, cut).masked();
        if (line.at === undefined || line.at < from) continue;
        if (found.length === MOST) return { lines: found.reverse(), full: true };
        found.push(line);
      }
    return { lines: found.reverse(), full: false };
  });
}

/** By the time that each line begins with, without reading the rest of it. */
function isBefore(text: string, moment: number): boolean {
  const time = /^\{"level":\d+,"time":"([^"]{20,30})"/.exec(text)?.[1];
  return time !== undefined && Date.parse(time) < moment;
}
