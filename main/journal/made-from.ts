import type { Database } from './database.ts';

/**
 * What is made for the newest sales and events first, and for older ones while the till runs. Each has the place from
 * which on it is whole: `search` a block of sales (`search-grams.ts`), `trail` the number of an event.
 */
export type MadeFrom = 'search' | 'trail';

/** 0: it is made for all. */
export function madeFrom(database: Database, name: MadeFrom): number {
  return Number(database.prepare('SELECT place FROM made_from WHERE name = ?').get(name)?.['place'] ?? 0);
}

export function setMadeFrom(database: Database, name: MadeFrom, place: number): void {
  database.prepare('UPDATE made_from SET place = ? WHERE name = ?').run(place, name);
}
