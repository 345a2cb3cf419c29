import { createHash } from 'node:crypto';
import type { Release } from './release.ts';
import { compareVersions } from './versions.ts';

export interface Choice {
  /** The version that runs. */
  readonly running: string;
  /** Versions that did not start on this till. */
  readonly failed: readonly string[];
  readonly terminalId: string;
}

/**
 * What becomes of the newest release: taken; `none`, as it is the one that runs or an older one; `failed-before`; or
 * `later`, where it is given to a share of the tills and this one is not among them yet.
 */
export function chooseRelease(
  { version, share }: Pick<Release, 'version' | 'share'>,
  { running, failed, terminalId }: Choice,
): 'take' | 'none' | 'failed-before' | 'later' {
  if (compareVersions(version, running) <= 0) return 'none';
  if (failed.includes(version)) return 'failed-before';
  return placeInRollout(terminalId, version) < share ? 'take' : 'later';
}

/**
 * Where this till stands in the roll-out of a version, from 0 to below 100: the same at each look, so that a growing share
 * keeps whom it has, and another for each version, so that the same tills are not always the first.
 */
export function placeInRollout(terminalId: string, version: string): number {
  const digest = createHash('sha256').update(`${version}\n${terminalId}`).digest();
  return (digest.readUInt32BE(0) / 2 ** 32) * 100;
}
