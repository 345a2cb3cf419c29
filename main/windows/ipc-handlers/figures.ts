import { setImmediate } from 'node:timers/promises';
import { readFigures } from '../../reports/figures.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** Pictures of what the till took. */
export function figuresHandlers({ till }: Pick<HandlerParts, 'till'>): HandlersOf<'figures'> {
  return {
    'figures.read': ({ day }) => {
      till.roles.touch();
      return readFigures(till.requireOpen().journal, day, { pause: () => setImmediate() });
    },
  };
}
