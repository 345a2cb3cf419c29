/** Limits that the till's window keeps to from its start: apart from schemas, which would take it half as long as all else. */

/** The longest range of one search of the service's list. */
export const MOST_SEARCHED_DAYS = 400;

/** No roll is longer, and no PDF may be. */
export const MAX_SHEET_MM = 2_000;
