import { join } from 'node:path';
import { dataFiles } from '../base/data-files.ts';
import type { Disk } from './database.ts';

export interface OpenCounts {
  /** Payments without an end that is certain, or with an alarm that nobody has acknowledged. */
  readonly payments: number;
  readonly refunds: number;
}

/** Read from their indexes: a journal of a million payments takes as long as an empty one. */
const COUNT = `SELECT
  (SELECT count(*) FROM
    (SELECT sale_id FROM sales WHERE open = 1 UNION SELECT sale_id FROM sales WHERE alarm = 1)) AS payments,
  (SELECT count(*) FROM refunds WHERE open = 1) AS refunds`;

/** Changes not a byte; SQLite may put empty companions beside the file. Throws what SQLite throws. */
export function countOpen(folder: string, disk: Disk): OpenCounts {
  const database = disk.open(join(folder, dataFiles.journal), 'read-only');
  try {
    const counted = database.prepare(COUNT).get();
    return { payments: Number(counted?.['payments']), refunds: Number(counted?.['refunds']) };
  } finally {
    database.close();
  }
}
