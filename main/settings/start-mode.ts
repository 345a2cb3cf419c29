import type { TerminalView } from '../../preload/contract/views.ts';
import type { TerminalFile } from './terminal-file-versions.ts';

/**
 * The mode that the app opens in. The command line comes first, then what somebody chose, then live where the terminal
 * is provisioned. Where it is not, an installed app asks (`undecided`) and one that runs from its sources trains.
 */
export function startMode(
  file: Pick<TerminalFile, 'mode' | 'settings'>,
  started: { readonly training: boolean; readonly packaged: boolean },
): TerminalView['mode'] {
  if (started.training || file.mode === 'training') return 'training';
  if (file.settings !== undefined) return 'live';
  return started.packaged ? 'undecided' : 'training';
}
