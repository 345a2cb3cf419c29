import type { TerminalView } from '../../preload/contract/views.ts';
import type { TerminalFile } from './terminal-file-versions.ts';

/**
 * Returns the mode at the start: by command line, else by the user's choice, else live for a provisioned terminal.
 * Otherwise an installed app asks (`undecided`), and a source checkout runs training.
 */
export function startMode(
  file: Pick<TerminalFile, 'mode' | 'settings'>,
  started: { readonly training: boolean; readonly packaged: boolean },
): TerminalView['mode'] {
  if (started.training || file.mode === 'training') return 'training';
  if (file.settings !== undefined) return 'live';
  return started.packaged ? 'undecided' : 'training';
}
