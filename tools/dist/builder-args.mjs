/**
 * The systems whose installers `electron-builder ARGS` builds: this machine's where it is told of none.
 * @param {readonly string[]} args
 * @param {NodeJS.Platform} platform
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
 */
export function builderArgs(args, platform) {
  const systems = systemsOf(args, platform);
  if (systems.length !== 1 || systems[0] !== 'linux') return [...args];
  return [...args, '-c.extraMetadata.homepage=https://tillmate.invalid/'];
}

/**
 * A refusal of installers that this machine cannot build. electron-builder compiles the keychain binding for the system that
 * it runs on, and would pack that one for any other without a word; compilers of Linux do so for their own processor only.
 * @param {readonly string[]} args
 * @param {{ platform: NodeJS.Platform, arch: NodeJS.Architecture }} machine
 */
export function refusal(args, { platform, arch }) {
  const foreign = systemsOf(args, platform).find((system) => system !== platform);
  if (foreign !== undefined)
    return `Installers for ${foreign} are built on ${foreign}: the keychain binding is compiled on its own system.`;
  const told = ['x64', 'arm64', 'armv7l', 'ia32', 'universal'].filter((name) => args.includes(`--${name}`));
  const other = told.find((name) => name !== arch);
  if (platform === 'linux' && other !== undefined)
    return `Packages for ${other} are built on ${other}: this machine compiles for ${arch} only.`;
  return undefined;
}
