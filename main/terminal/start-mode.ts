import type { TerminalView } from '../../preload/views.ts';
import type { TerminalFile } from './terminal-file.ts';

/**
 * Which mode the app opens in: what the command line forces, then what somebody chose, then live where the terminal
 * is provisioned. A checkout that is not provisioned trains; an installed app asks.
 */
export function startMode(
  file: Pick<TerminalFile, 'mode' | 'settings'>,
  started: { readonly training: boolean; readonly packaged: boolean },
): TerminalView['mode'] {
  if (started.training || file.mode === 'training') return 'training';
  if (file.settings !== undefined) return 'live';
  return started.packaged ? 'undecided' : 'training';
}
