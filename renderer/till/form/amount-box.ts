/** Marks a box that holds an amount: a key that is held down does not fill it. */
export const AMOUNT_BOX = { 'data-amount': true } as const;
