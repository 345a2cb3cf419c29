/** Marks a question that stands in the screen and is no dialog: what is scanned meanwhile is dropped. */
export const QUESTION = { 'data-question': true } as const;

export function isQuestionOpen(): boolean {
  return document.querySelector('[aria-modal="true"], [data-question]') !== null;
}
