import fc from 'fast-check';

/**
 * The longest that one property takes, in ms, and the shrinking of what it found: long strings in long lists have more
 * smaller cases than a build has hours, and a property that only awaits what is there already lets no timer run, the
 * runner's own time-out among them. Past it a property that has failed shows the smallest case so far, and one that has
 * not been played to its end fails.
 */
const PROPERTY_LIMIT_MS = 60_000;

fc.installGlobalPlugin(fc.interruptAfterTimeLimit(PROPERTY_LIMIT_MS, { failOnInterrupt: true }));

export default fc;
