/** Passed by the launchers of the packages (electron-builder.yml); missing when the program is started directly. */
const BY_X11 = '--ozone-platform=x11';

/** The command that starts the app on Linux: with X11 if available, since Wayland ignores window positions. */
export function startCommand(
  program: string,
  given: readonly string[],
  env = process.env,
): readonly [string, ...string[]] {
  return given.includes(BY_X11) || !env['DISPLAY'] ? [program, ...given] : [program, BY_X11, ...given];
}
