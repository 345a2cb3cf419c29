/**
 * Limits needed by the till window at its start. Kept apart from the schemas: loading zod takes half as long as the
 * rest of the start.
 */

/** A larger clock skew is shown to the user, ms. */
export const SKEW_SHOWN_FROM_MS = 30_000;

/**
 * Largest correction by the service's `Date` header, ms. With a larger skew nothing is signed: a signature is only as
 * good as its time.
 */
export const SKEW_CORRECTED_UP_TO_MS = 15 * 60_000;

/** Longest range for a search in the service's list. */
export const MOST_SEARCHED_DAYS = 400;

/** Longest receipt roll, and longest page of a PDF. */
export const MAX_SHEET_MM = 2_000;
