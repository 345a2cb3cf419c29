import fc from 'fast-check';

/**
 * Time limit of a property and its shrinking, ms. Long strings in long lists have more smaller cases than a build has
 * hours. A property awaiting only resolved promises lets no timer run, not even the runner's own time-out. Past the
 * limit, a failed property shows the smallest case so far, and an unfinished property fails.
 */
const PROPERTY_LIMIT_MS = 60_000;

fc.installGlobalPlugin(fc.interruptAfterTimeLimit(PROPERTY_LIMIT_MS, { failOnInterrupt: true }));

export default fc;
