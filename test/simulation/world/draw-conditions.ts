import type { Choices } from '../../../main/sandbox/open-points.ts';
import { type FaultKind, faultWeights } from '../network/request-faults.ts';
import type { SeededDraw } from './seeded-draw.ts';
import { drawRefundsUnansweredUntil, drawWriteOutages } from './write-outages.ts';

export type Conditions = ReturnType<typeof drawConditions>;

const HOUR_MS = 3_600_000;
/** Longest travel time of a request or response, in ms. */
const LONGEST_TRAVEL_MS = 150;

const kinds = Object.keys(faultWeights) as FaultKind[];

/** Faults that matter only at one moment of a payment's life are drawn more often. */
const favouriteWeights = {
  ...(Object.fromEntries(kinds.map((kind) => [kind, 1])) as Record<FaultKind, number>),
  'ended-too-soon': 14,
  'hollow-cancel': 14,
  'search-unfiltered': 8,
  forged: 4,
  'other-amount': 12,
  'denied-again': 10,
  'other-refund': 4,
};

export function drawConditions(draw: SeededDraw, seed: number) {
  const conditions = drawTroubles(draw);
  const openPoints = { ...conditions.openPoints, ...drawPublishedPoints(draw) };
  // Selected by seed instead of a draw, so that the other worlds stay unchanged.
  const bySeed = { creationsAreLate: seed % 8 === 1, ordersAreShared: seed % 8 === 5 };
  return { ...conditions, openPoints, ...bySeed, travelMs: LONGEST_TRAVEL_MS, recoveryPages: 0 };
}

function drawTroubles(draw: SeededDraw) {
  const tills = draw.chance(0.5) ? 2 : 1;
  const isNight = draw.chance(0.06);
  const writesFail = isNight || draw.chance(0.2);
  const busyMs = writesFail ? draw.between(45_000, 150_000) : draw.between(15_000, 75_000);
  const night = isNight
    ? { at: draw.between(Math.floor(busyMs / 2), busyMs), ms: draw.between(13, 50) * HOUR_MS }
    : undefined;
  const callbacks = draw.chance(0.5);
  const favourite = !writesFail && draw.chance(0.5) ? draw.weighted(favouriteWeights) : undefined;
  // Without other faults, a fault that needs several simultaneous conditions meets them more often.
  const troubled = draw.chance(writesFail ? 0.3 : favourite === undefined ? 0.9 : 0.5);
  const some = (probability: number, most: number) =>
    troubled && draw.chance(probability) ? draw.between(1, most) : 0;
  return {
    tills,
    /** Both tills have the same posId. */
    samePos: tills === 2 && draw.chance(0.6),
    chargeWith: draw.chance(0.75) ? ('static-qr' as const) : ('payment' as const),
    sales: draw.between(night === undefined ? 1 : 2, 3),
    /** Length of the busy time with faults. */
    roughMs: busyMs + (night?.ms ?? 0),
    callbacks,
    acknowledgement: draw.chance(favourite === 'other-amount' || writesFail ? 0.7 : 0.25),
    synchronous: callbacks && draw.chance(0.2),
    openPoints: drawOpenPoints(draw),
    /** The service's clock minus the world's. */
    serviceClockMs: draw.of([0, 0, 0, 1_500, -40_000, 840_000]),
    /** Probability of a fault in an exchange, and the kinds of faults. */
    faultRate: troubled ? draw.of([0.02, 0.1, 0.25, 0.5]) : 0,
    faults: drawFaults(draw),
    /** A kind that repeats at any rate: many kinds do harm only together with a second fault. */
    favourite,
    /** Probability that a till dies at a write, request or response. */
    crashRate: troubled ? draw.of([0, 0, 0.003, 0.01, 0.04]) : 0,
    powerCuts: some(0.3, 3),
    restarts: some(0.2, 2),
    outages: some(0.35, 2),
    diskTroubles: some(0.25, 2),
    clockJumps: night === undefined ? some(0.25, 2) : 0,
    sleeps: some(0.15, 1),
    // At closing time the outcome of a refund must be open.
    writeOutages: [
      ...(night === undefined ? [] : [drawRefundsUnansweredUntil(draw, night.at)]),
      ...(writesFail && (night === undefined || draw.chance(0.3)) ? drawWriteOutages(draw, busyMs) : []),
    ],
    /** Probability that a different till charged an order before. */
    chargedElsewhere: draw.chance(0.3) ? 0.7 : 0,
    takeovers: draw.chance(0.12) ? draw.between(1, 2) : 0,
    /** Probability of an additional callback with a different amount or reference. */
    oddCallbacks: callbacks && draw.chance(0.25) ? 0.3 : 0,
    /** Probability of changed settings after a restart. */
    settingsChange: draw.chance(0.3) ? 0.5 : 0,
    /** Closing time of the shop and length of the night. */
    night,
    /**
     * Cents that a till refunds without a manager, for a payment and for a day; undefined without a PIN. Tied to the
     * callbacks, so that the limit changes no world without a limit.
     */
    refundLimit: callbacks || isNight ? 250 : undefined,
    /**
     * How long the service remembers an idempotency key. A till sends no key older than a day, but a request in transit
     * may arrive a little later.
     */
    keyMemoryMs: draw.of([Number.POSITIVE_INFINITY, 24 * HOUR_MS + 60_000, 30 * HOUR_MS]),
  };
}

function drawOpenPoints(draw: SeededDraw): Partial<Choices> {
  return {
    lifetimeMs: draw.between(12_000, 40_000),
    settleMs: draw.of([50, 2_000, 9_000, 9_000]),
    refundMs: draw.of([300, 1_500, 20_000]),
    acknowledgeMs: draw.between(10_000, 60_000),
    callbackRetryMs: draw.between(500, 5_000),
    cancelStatus: draw.of(['204', '200', '202']),
    staticQrStatus: draw.of(['201', '200']),
    acknowledgeBody: draw.of(['empty', 'object']),
    invalidatedStatus: draw.of(['CANCELLED', 'EXPIRED', 'VOIDED']),
    cancelRefusedStatus: draw.of(['422', '409', '400', '403']),
    synchronousRefusal: draw.of(['VOIDED', 'FAILED', 'CANCELLED']),
    unacknowledged: draw.of(['VOIDED', 'FAILED', 'SUCCEEDED']),
    idempotencyConflict: draw.of(['422', '409']),
    emptyTotalPages: draw.of(['0', '1']),
    callbackOn: draw.of(['every-change', 'payout-or-cancel']),
    callbackRetryOn: draw.of(['no-answer', 'not-2xx', 'published']),
    rateLimitPerSecond: draw.chance(0.1) ? draw.between(2, 5) : 0,
    payoutRun: 'on-request',
    listedRefunds: draw.of(['refunded', 'every-status']),
    searchLagMs: draw.chance(0.5) ? draw.between(0, 8_000) : 0,
  };
}

/** Drawn last, so that the kind of a seed's world stays unchanged. */
function drawPublishedPoints(draw: SeededDraw): Partial<Choices> {
  return {
    callbackRepeated: draw.of(['three-times', 'for-24-hours']),
    callbackDebtor: draw.of(['masked-placeholder', 'no-callback', 'absent']),
    maskedIban: draw.of(['country-and-stars', 'stars-and-five-digits']),
    callbackAddresses: draw.of(['as-specified', 'published-pattern']),
    staticQrDeeplink: draw.of(['payment', 'pos']),
    reconciliationFrom: draw.of(['at-once', 'next-day-09-cet']),
    refundsOf: draw.chance(0.05) ? 'not-switched-on' : 'any-payment',
    ...drawForms(draw),
  };
}

/** Drawn after every other choice. */
function drawForms(draw: SeededDraw): Partial<Choices> {
  return {
    keptTexts: draw.of(['as-sent', 'trimmed', 'transliterated']),
    creditorProfileId: draw.of(['profile-id', 'configuration-id']),
    absentMembers: draw.of(['left-out', 'null']),
    optionalMembers: draw.of(['present', 'left-out']),
    unlistedMembers: draw.of(['none', 'published']),
    timestamps: draw.of(['milliseconds', 'seconds', 'nanoseconds', 'offset']),
    unshownBodies: draw.of(['json', 'empty']),
    errorCodes: draw.of(['see engine/refusal.ts', 'others']),
    retryAfter: draw.of(['present', 'absent']),
    searchTo: draw.of(['taken', 'refused']),
    searchReference: draw.of(['equal', 'any-case', 'part']),
    searchedPayments: draw.of(['profile', 'merchant']),
    reconciliationEnd: draw.of(['taken', 'refused']),
    listedUnder: draw.of(['payment', 'transaction']),
    walkedAway: draw.of(['stays-identified', 'pending-again']),
    activeStatuses: draw.of(['pending-and-identified', 'pending']),
    expiryLagMs: draw.chance(0.5) ? draw.between(0, 4_000) : 0,
    acknowledgedMs: draw.chance(0.5) ? draw.between(0, 5_000) : 0,
    identifiers: draw.of(['hex', 'any']),
    foreignPayment: draw.of(['403', '404']),
    refundUnknownPayment: draw.of(['422', '404']),
    searchFrom: draw.of(['start-of-yesterday', '24-hours-ago']),
    notYetPaidOut: draw.of(['listed', 'left-out']),
    unknownFields: draw.of(['ignored', 'refused']),
    staticQrCallbackUrls: draw.of(['any-http', 'https']),
    callbackLimit: draw.of(['notification', 'payment']),
    sepaCharacters: draw.of(['refused', 'accepted', 'basic']),
    minimumAmount: draw.of([1, 2]),
  };
}

/** Half of the seeds draw from few kinds, so that the same kind also occurs several times in a row. */
function drawFaults(draw: SeededDraw): Readonly<Record<FaultKind, number>> {
  if (draw.chance(0.5)) return faultWeights;
  const kept = new Set(Array.from({ length: draw.between(1, 4) }, () => kinds[draw.between(0, kinds.length - 1)]));
  return Object.fromEntries(kinds.map((name) => [name, kept.has(name) ? faultWeights[name] : 0])) as Record<
    FaultKind,
    number
  >;
}
