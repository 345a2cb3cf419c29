import type { Journal } from '../journal/journal.ts';
import type { SaleCursor } from '../journal/projection-rows.ts';

/**
 * The code of a point of sale, which can hang on the counter. The service's documents do not say what it holds, so it
 * is known once two payments had the same one. `once`: one had it; `differs`: each had its own; `none`: nothing was
 * charged.
 */
export type PosCode =
  | { readonly kind: 'known'; readonly text: string }
  | { readonly kind: 'once' | 'differs' | 'none' };

/** The newest sales, looked through: the till must not stand still over a journal of years. */
const LOOKED_THROUGH = 1_000;
const AT_ONCE = 200;

/** The code of `posId`, as this till's payments had it. Errors: those of the journal. */
export function posCode(journal: Pick<Journal, 'find'>, posId: string): PosCode {
  const [newest, second, third] = newestCodes(journal, posId);
  if (newest === undefined) return { kind: 'none' };
  if (newest === second) return { kind: 'known', text: newest };
  // After two alike, another one: the code of the POS may have become another.
  if (second === undefined || second === third) return { kind: 'once' };
  return { kind: 'differs' };
}

function newestCodes(journal: Pick<Journal, 'find'>, posId: string): readonly string[] {
  const codes: string[] = [];
  let place: SaleCursor | undefined;
  for (let looked = 0; looked < LOOKED_THROUGH; looked += AT_ONCE) {
    const { sales, next } = journal.find('', place, AT_ONCE);
    for (const { origin, operation, posId: chargedAt, deeplink } of sales)
      if (origin === 'here' && operation === 'static-qr' && chargedAt === posId && deeplink !== undefined)
        codes.push(deeplink);
    if (codes.length >= 3 || next === undefined) break;
    place = next;
  }
  return codes.slice(0, 3);
}
