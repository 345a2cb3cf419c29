import { type Conditions, drawConditions } from './conditions.ts';
import { Draw } from './draw.ts';

/** Kinds of worlds in which some things happen far oftener than in others. */
export const worlds = {
  'writes fail': ({ writeTroubles }) => writeTroubles.length > 0,
  'cancels fail': ({ writeTroubles }) => writeTroubles.some(({ asked }) => asked === 'cancel'),
  'acknowledgements are denied': ({ writeTroubles, acknowledgement }) =>
    acknowledgement && writeTroubles.some(({ asked, kind }) => asked === 'acknowledge' && kind.startsWith('denied')),
  'refunds fail': ({ writeTroubles, favourite }) =>
    writeTroubles.some(({ asked }) => asked === 'refund') || favourite === 'denied-again',
  nights: ({ night }) => night !== undefined,
  'other tills': ({ strangers }) => strangers > 0,
  'waits are asked for': ({ favourite, writeTroubles }) =>
    favourite === 'busy' ||
    favourite === 'unavailable-unacted' ||
    writeTroubles.some(({ kind }) => kind === 'busy' || kind === 'unavailable-unacted'),
  'posIds are taken over': ({ takeovers }) => takeovers > 0,
  'callbacks differ': ({ oddCallbacks }) => oddCallbacks > 0,
} as const satisfies Record<string, (conditions: Conditions) => boolean>;

export type KindOfWorld = keyof typeof worlds;

/** Whether a seed's world is of this kind; every one is when there is none to be. */
export function isAmong(kind: KindOfWorld | undefined, seed: number): boolean {
  return kind === undefined || worlds[kind](drawConditions(new Draw(seed)));
}
