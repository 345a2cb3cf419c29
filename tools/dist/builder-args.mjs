/**
 * Whose installers `electron-builder ARGS` builds: those that it is told of, this machine's otherwise.
 * @param {readonly string[]} args
 * @param {NodeJS.Platform} platform
 * @returns {readonly ('linux' | 'win32' | 'darwin')[]}
 */
export function systemsOf(args, platform) {
  /** @type {readonly [system: 'linux' | 'win32' | 'darwin', switches: readonly string[]][]} */
  const known = [
    ['linux', ['--linux', '-l']],
    ['win32', ['--win', '--windows', '-w']],
    ['darwin', ['--mac', '--macos', '-m', '-o']],
  ];
  const told = known.filter(([, switches]) => args.some((arg) => switches.includes(arg)));
  return (told.length > 0 ? told : known.filter(([system]) => system === platform)).map(([system]) => system);
}

/**
 * The arguments for electron-builder. deb and rpm demand the address of a home page and Tillmate has none, so they get
 * one that can never be anybody's. Windows would show it as a link, and gets none.
 * @param {readonly string[]} args
 * @param {NodeJS.Platform} platform
 * @returns {readonly string[]}
 */
export function builderArgs(args, platform) {
  const systems = systemsOf(args, platform);
  if (systems.length !== 1 || systems[0] !== 'linux') return [...args];
  return [...args, '-c.extraMetadata.homepage=https://tillmate.invalid/'];
}
