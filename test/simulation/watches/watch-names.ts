/**
 * What is held to in every run. Each failure begins with one of these names, and README.md says of each what it means.
 */
export const watchNames = [
  'creation-intent',
  'creation-missed',
  'taken-for-own',
  'end-untold',
  'end-not-over',
  'end-undone',
  'alarm-missing',
  'acknowledged-other',
  'acknowledge-given-up',
  'refund-bytes',
  'refund-total',
  'refund-limit',
  'refund-unproven',
  'refund-refused-made',
  'refund-twice',
  'refund-orphan',
  'two-reads',
  'too-soon',
  'too-often',
  'too-late',
  'signing-time',
  'verdict',
  'callback',
  'forgotten',
  'tampered',
  'broken',
  'left-open',
  'left-wrong',
  'left-behind',
  'journal',
  'orphan',
] as const;

export type WatchName = (typeof watchNames)[number];
