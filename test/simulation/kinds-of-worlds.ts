import { hasBookkeeper } from './people/bookkeeper.ts';
import { hasFolders } from './people/draw-registers.ts';
import { hasLongRecovery } from './service/long-recovery.ts';
import { type Conditions, drawConditions } from './world/draw-conditions.ts';
import { SeededDraw } from './world/seeded-draw.ts';

/** Selected by seed instead of a draw, so that the other worlds stay unchanged. */
export function hasRegister(seed: number): boolean {
  return seed % 4 === 3;
}

/** Kinds of worlds in which some events are far more frequent. */
const kindsOfWorlds = {
  'writes fail': ({ writeOutages }) => writeOutages.length > 0,
  'cancels fail': ({ writeOutages }) => writeOutages.some(({ operation }) => operation === 'cancel'),
  'acknowledgements are denied': ({ writeOutages, acknowledgement }) =>
    acknowledgement &&
    writeOutages.some(({ operation, kind }) => operation === 'acknowledge' && kind.startsWith('denied')),
  'refunds fail': ({ writeOutages, favourite }) =>
    writeOutages.some(({ operation }) => operation === 'refund') || favourite === 'denied-again',
  nights: ({ night }) => night !== undefined,
  'other tills': ({ chargedElsewhere }) => chargedElsewhere > 0,
  'waits are asked for': ({ favourite, writeOutages }) =>
    favourite === 'busy' ||
    favourite === 'unavailable-unacted' ||
    writeOutages.some(({ kind }) => kind === 'busy' || kind === 'unavailable-unacted'),
  'requests arrive late': ({ favourite }) => favourite === 'acted-late',
  'posIds are taken over': ({ takeovers }) => takeovers > 0,
  'callbacks differ': ({ oddCallbacks }) => oddCallbacks > 0,
  'orders are shared': ({ tills, ordersAreShared }) => tills > 1 && ordersAreShared,
  'creations are late': ({ creationsAreLate }) => creationsAreLate,
  'recoveries are long': (conditions, seed) => hasLongRecovery(seed, conditions),
  'a register asks': (_conditions, seed) => hasRegister(seed),
  'books are kept': (_conditions, seed) => hasBookkeeper(seed),
  'tills have the same keys': ({ tills }, seed) => tills > 1 && hasRegister(seed) && hasFolders(seed),
} as const satisfies Record<string, (conditions: Conditions, seed: number) => boolean>;

export type KindOfWorld = keyof typeof kindsOfWorlds;

/** Whether a seed's world is of this kind. True for every seed without a given kind. */
export function isAmong(kind: KindOfWorld | undefined, seed: number): boolean {
  return kind === undefined || kindsOfWorlds[kind](drawConditions(new SeededDraw(seed), seed), seed);
}
