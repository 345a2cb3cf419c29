import { TillError } from '../../main/base/till-error.ts';
import type { Updates } from '../../main/updates/updates.ts';

export const noUpdates: Pick<Updates, 'view' | 'look' | 'install'> = {
  view: () => ({ version: '0.1.0', state: 'off', off: 'no-package' }),
  look: () => Promise.reject(off()),
  install: () => Promise.reject(off()),
};

function off(): TillError {
  return new TillError('update.off', 'Updates off on this till');
}
