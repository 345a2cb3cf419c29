import type { ProvisioningQuestion } from '../../preload/contract/provisioning.ts';
import type { Notice } from '../../preload/contract/views.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';

/**
 * That a provisioning file has set the terminal up anew, until a manager takes it away; and that one `waits` with its
 * question for the end of the sale.
 */
export function provisioningNotices(
  { provisioningAlarm }: Pick<TerminalFile, 'provisioningAlarm'>,
  waits: ProvisioningQuestion | undefined,
): readonly Notice[] {
  const replaced = provisioningAlarm && {
    id: 'provision.replaced',
    code: 'provision.replaced',
    severity: 'alarm' as const,
    values: { file: provisioningAlarm.file, atMs: provisioningAlarm.at, count: provisioningAlarm.changes },
    action: 'clear-provisioning' as const,
  };
  const waiting = waits && {
    id: 'provision.waits',
    code: 'provision.waits',
    severity: 'warning' as const,
    values: { file: waits.file },
  };
  return [replaced, waiting].filter((notice) => notice !== undefined);
}
