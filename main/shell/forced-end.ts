/**
 * A call that waits for a person, as one of the keychain's does, cannot be cancelled, and Node waits for its thread,
 * also in `process.exit`. Electron, too, tells `exit` once the app has quit.
 */
export function endAnyway(stands: () => boolean): void {
  process.on('exit', () => {
    if (stands()) process.kill(process.pid, 'SIGKILL');
  });
}
