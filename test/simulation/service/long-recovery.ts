import type { HttpRequest } from '../../../main/service/transport.ts';
import type { Conditions } from '../world/draw-conditions.ts';
import type { World } from '../world/simulated-world.ts';

const EVERY = 32;
const PAGES = 300;
/** The first till loses its journal so early that it charges while it recovers. */
const LOST_AT_MS = 3_000;
/** Each way of a request, ms: a till that asks as fast as it can sends more than its budget. */
const TRAVEL_MS = 8;

/**
 * By the seed and not drawn, so that the other worlds are what they were. With another posId a till does not recognise
 * its lost payments, and with one posId two tills recover each other's.
 */
export function hasLongRecovery(seed: number, { settingsChange, samePos, night }: Conditions): boolean {
  return seed % EVERY === 9 && settingsChange === 0 && !samePos && night === undefined;
}

/** The conditions of such a world: every other one has a service with a tight limit of its own. */
export function withLongRecovery(seed: number, conditions: Conditions): Conditions {
  if (!hasLongRecovery(seed, conditions)) return conditions;
  const rateLimitPerSecond = seed % (2 * EVERY) === 9 ? 4 : 0;
  const openPoints = { ...conditions.openPoints, rateLimitPerSecond };
  return { ...conditions, openPoints, travelMs: TRAVEL_MS, recoveryPages: PAGES };
}

export function loseJournal({ timeline, conditions }: World, till: { replaceJournal(trouble: 'damaged'): void }): void {
  if (conditions.recoveryPages > 0) timeline.after(LOST_AT_MS, () => till.replaceJournal('damaged'));
}

/** A page of the search for all payments: the shop's other tills have made most of them. */
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
