/**
 * Ends the process at its end, also where a call that `stands` waits for a person, as one of the keychain's does: such a
 * call cannot be cancelled, and Node waits for its thread as long as nobody answers, also in `process.exit`. Runs after
 * everything else: Electron, too, tells `exit` once the app has quit.
 */
export function endAnyway(stands: () => boolean): void {
  process.on('exit', () => {
    if (stands()) process.kill(process.pid, 'SIGKILL');
  });
}
