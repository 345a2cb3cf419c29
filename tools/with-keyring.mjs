/**
 * Runs a command in a D-Bus session of its own with a real, unlocked keychain in a temporary folder:
 * `node tools/with-keyring.mjs COMMAND ARGS…`. Nothing of the person's own keychain is seen or touched. Bus and keychain
 * end with the command. Where the system has a keychain without D-Bus (macOS, Windows), it just runs the command.
 */
import { runWithKeyring } from './keyring/session.mjs';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('with-keyring: which command?');
  process.exit(2);
}
// On Windows `node` in PATH is the person's own: the project's is behind a command file, which only a shell finds.
process.exitCode = await runWithKeyring(command === 'node' ? process.execPath : command, args);
