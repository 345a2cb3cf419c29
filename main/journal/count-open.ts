import { join } from 'node:path';
import { dataFiles } from '../base/data-files.ts';
import type { Disk } from './database.ts';

interface OpenCounts {
  /** Payments without a certain end, or with an unacknowledged alarm. */
  readonly payments: number;
  readonly refunds: number;
}

/** Uses indexes only: counting takes the same time in a journal of a million payments and in an empty journal. */
const COUNT = `SELECT
  (SELECT count(*) FROM
    (SELECT sale_id FROM sales WHERE open = 1 UNION SELECT sale_id FROM sales WHERE alarm = 1)) AS payments,
  (SELECT count(*) FROM refunds WHERE open = 1) AS refunds`;

/** Changes nothing in the file; SQLite may create empty companion files. Throws SQLite's error. */
export function countOpen(folder: string, disk: Disk): OpenCounts {
  const database = disk.open(join(folder, dataFiles.journal), 'read-only');
  try {
    const counted = database.prepare(COUNT).get();
    return { payments: Number(counted?.['payments']), refunds: Number(counted?.['refunds']) };
  } finally {
    database.close();
  }
}
