/** Limits that the till's window keeps to from its start: apart from schemas, which would take it half as long as all else. */

/** People are told of a clock that is further off than this, ms. */
export const SKEW_TOLD_FROM_MS = 30_000;

/** A signature is worth what its time is worth: no `Date` header moves it further than this, ms, and nothing is signed. */
export const SKEW_CORRECTED_UP_TO_MS = 15 * 60_000;

/** The longest range of one search of the service's list. */
export const MOST_SEARCHED_DAYS = 400;

/** No roll is longer, and no PDF may be. */
export const MAX_SHEET_MM = 2_000;
