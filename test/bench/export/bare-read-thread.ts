import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Yardstick for an export: reads and parses the same rows with bare SQLite, and posts the number of rows. */

const { journal } = workerData as { readonly journal: string };
const database = new DatabaseSync(journal, { readOnly: true });
let rows = 0;
for (const { data } of database.prepare('SELECT data FROM sales ORDER BY at').iterate()) {
  JSON.parse(String(data));
  rows += 1;
}
database.close();
parentPort?.postMessage(rows);
