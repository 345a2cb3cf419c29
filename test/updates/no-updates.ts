import type { Updates } from '../../main/updates/updates.ts';

/** A till that takes no updates, for tests that are about something else. */
export const noUpdates: Pick<Updates, 'view' | 'look' | 'install'> = {
  view: () => ({ version: '0.1.0', state: 'off', off: 'no-package' }),
  look: () => Promise.reject(new Error('this till takes no updates')),
  install: () => Promise.reject(new Error('this till takes no updates')),
};
