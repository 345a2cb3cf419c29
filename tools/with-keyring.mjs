/**
 * Runs a command in a separate D-Bus session with a real, unlocked keychain in a temporary folder: `node
 * tools/with-keyring.mjs COMMAND ARGS…`. The user's own keychain is never accessed. Bus and keychain end with the
 * command. On systems with a keychain without D-Bus (macOS, Windows) the command simply runs.
 */
import { runWithKeyring } from './keyring/session.mjs';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('with-keyring: command required');
  process.exit(2);
}
// On Windows `node` in PATH is the user's own: the project's is behind a .cmd file, which needs a shell.
process.exitCode = await runWithKeyring(command === 'node' ? process.execPath : command, args);
