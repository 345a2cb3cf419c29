import { type Path, paths } from '../settings/settings-draft.ts';

export const guideSteps = [
  'service',
  'account',
  'keys',
  'shop',
  'pin',
  'display',
  'printer',
  'sound',
  'check',
] as const;
export type GuideStep = (typeof guideSteps)[number];

/** Fields outside the guide keep their first values, which are always valid. */
export function stepOf(path: Path): GuideStep {
  if (path.startsWith('service.')) return 'service';
  if (path.startsWith('merchant.')) return 'account';
  if (path.startsWith('keys.')) return 'keys';
  if (/^managerPin(Again)?$/.test(path)) return 'pin';
  if (path.startsWith('counter.printing.')) return 'printer';
  if (path.startsWith('counter.sound.')) return 'sound';
  return path.startsWith('counter.') ? 'display' : 'shop';
}

export function pathsOf(step: GuideStep): readonly Path[] {
  return paths.filter((path) => stepOf(path) === step);
}

/** First values are enough for a first sale: the user opens these steps in the list. */
const unasked: readonly GuideStep[] = ['display', 'printer', 'sound'];

/** The next or previous question; undefined at the ends. */
export function nextTo(step: GuideStep, by: -1 | 1): GuideStep | undefined {
  const at = guideSteps.indexOf(step);
  const rest = by === 1 ? guideSteps.slice(at + 1) : guideSteps.slice(0, at).toReversed();
  return rest.find((name) => !unasked.includes(name));
}
