import type { HttpRequest } from '../../../main/service/transport.ts';
import type { Conditions } from '../world/draw-conditions.ts';
import type { World } from '../world/simulated-world.ts';

const EVERY = 32;
const PAGES = 300;
/** The first till loses its journal so early that sales happen during the recovery. */
const LOST_AT_MS = 3_000;
/** Travel time of a request or response in ms: a till that sends as fast as possible exceeds its budget. */
const TRAVEL_MS = 8;

/**
 * Selected by seed instead of a draw, so that the other worlds stay unchanged. With a changed posId a till does not
 * recognise its lost payments, and with a shared posId two tills recover each other's payments.
 */
export function hasLongRecovery(seed: number, { settingsChange, samePos, night }: Conditions): boolean {
  return seed % EVERY === 9 && settingsChange === 0 && !samePos && night === undefined;
}

/** Conditions of a world with a long recovery: in every second world the service has a tight rate limit. */
export function withLongRecovery(seed: number, conditions: Conditions): Conditions {
  if (!hasLongRecovery(seed, conditions)) return conditions;
  const rateLimitPerSecond = seed % (2 * EVERY) === 9 ? 4 : 0;
  const openPoints = { ...conditions.openPoints, rateLimitPerSecond };
  return { ...conditions, openPoints, travelMs: TRAVEL_MS, recoveryPages: PAGES };
}

export function loseJournal({ timeline, conditions }: World, till: { replaceJournal(trouble: 'damaged'): void }): void {
  if (conditions.recoveryPages > 0) timeline.after(LOST_AT_MS, () => till.replaceJournal('damaged'));
}

/** Returns a page of the search for all payments: the shop's other tills have made most of the payments. */
export function asLongList(body: object, request: HttpRequest, { recoveryPages }: Conditions): object {
  const number = Number(new URLSearchParams(request.query).get('page'));
  const { details } = body as { readonly details?: readonly object[] };
  const isWhole = request.path === '/v3/payments/search' && JSON.parse(request.body ?? '{}').reference === undefined;
  if (!isWhole || details === undefined || number >= recoveryPages) return body;
  return { ...body, totalPages: recoveryPages, details: [...details, ofAnotherTill(number)] };
}

function ofAnotherTill(number: number): object {
  const paymentId = `e15e${String(number).padStart(20, '0')}`;
  const at = '2026-11-19T12:00:00.000Z';
  const href = `https://pay.example/${paymentId}`;
  const facts = { paymentId, createdAt: at, expireAt: at, succeededAt: at, currency: 'EUR', status: 'SUCCEEDED' };
  return { ...facts, creditor: {}, amount: 700, reference: 'ANOTHER TILL', _links: { self: { href } } };
}
