/** Set-up cannot go on by itself: what is missing, and lines that say what the person can do. */
export class SetupStop extends Error {
  /**
   * @param {string} message
   * @param {readonly string[]} advice
   */
  constructor(message, advice) {
    super(message);
    this.name = 'SetupStop';
    this.advice = advice;
  }
}
