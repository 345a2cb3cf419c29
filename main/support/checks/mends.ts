import type { CheckMend } from '../../../preload/contract/checks.ts';

/** Where what a check found is mended: parts of the Settings view and tabs of the Support view, by their names. */
export const mends = {
  service: { view: 'settings', part: 'service' },
  callbacks: { view: 'settings', part: 'advanced' },
  printer: { view: 'settings', part: 'paper' },
  updates: { view: 'settings', part: 'updates' },
  keys: { view: 'support', part: 'keys' },
  backup: { view: 'support', part: 'backup' },
  displays: { view: 'support', part: 'terminal' },
} as const satisfies Record<string, CheckMend>;
