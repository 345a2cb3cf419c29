import type { LineLevel } from '../../../../preload/contract/logs.ts';
import type { Tone } from '../../../ui/sale-stage.ts';

const tones: Readonly<Record<LineLevel, Tone>> = {
  debug: 'grey',
  info: 'blue',
  warn: 'amber',
  error: 'red',
  broken: 'red',
};

export function toneOf(level: LineLevel): Tone {
  return tones[level];
}
