/** Kept apart from the schemas: loading zod would take half as long as the rest of the till window's start. */

/** Shown to the user from this skew, ms. */
export const SKEW_SHOWN_FROM_MS = 30_000;

/** ms, by the service's `Date` header. Beyond, nothing is signed: a signature is only as good as its time. */
export const SKEW_CORRECTED_UP_TO_MS = 15 * 60_000;

export const MOST_SEARCHED_DAYS = 400;

/** Longest receipt roll, and longest page of a PDF. */
export const MAX_SHEET_MM = 2_000;
