/** A keychain that asks a person cannot be cancelled; Node waits for its thread, in Electron's `exit` too. */
export function endAnyway(stands: () => boolean): void {
  process.on('exit', () => {
    if (stands()) process.kill(process.pid, 'SIGKILL');
  });
}
