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

/** The step that asks for a field. What the guide does not ask for has its first value, which is never wrong. */
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

/** Their first values do for a first sale: the list of the steps opens them. */
const unasked: readonly GuideStep[] = ['display', 'printer', 'sound'];

/** The question before or after one; undefined at the ends. */
export function nextTo(step: GuideStep, by: -1 | 1): GuideStep | undefined {
  const at = guideSteps.indexOf(step);
  const rest = by === 1 ? guideSteps.slice(at + 1) : guideSteps.slice(0, at).toReversed();
  return rest.find((name) => !unasked.includes(name));
}
