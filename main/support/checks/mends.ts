import type { CheckMend } from '../../../preload/contract/checks.ts';

/** Places to mend a finding: parts of the Settings view and tabs of the Support view. */
export const mends = {
  service: { view: 'settings', part: 'service' },
  callbacks: { view: 'settings', part: 'advanced' },
  printer: { view: 'settings', part: 'paper' },
  updates: { view: 'settings', part: 'updates' },
  keys: { view: 'support', part: 'keys' },
  backup: { view: 'support', part: 'backup' },
  displays: { view: 'support', part: 'terminal' },
} as const satisfies Record<string, CheckMend>;
