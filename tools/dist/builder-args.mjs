/**
 * Returns the target systems of `electron-builder ARGS`; default: this machine's.
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
  const named = known.filter(([, switches]) => args.some((arg) => switches.includes(arg)));
  return (named.length > 0 ? named : known.filter(([system]) => system === platform)).map(([system]) => system);
}

/**
 * Returns the arguments for electron-builder. deb and rpm require a home page, which Tillmate lacks, so they get an
 * address that can never exist. Windows would show a link, so Windows gets none.
 * @param {readonly string[]} args
 * @param {NodeJS.Platform} platform
 */
export function builderArgs(args, platform) {
  const systems = systemsOf(args, platform);
  if (systems.length !== 1 || systems[0] !== 'linux') return [...args];
  return [...args, '-c.extraMetadata.homepage=https://tillmate.invalid/'];
}

/**
 * Returns a refusal of installers that this machine cannot build. electron-builder compiles the keychain binding for
 * the build system, and would silently pack the same binding for other systems; Linux compilers only target their own
 * processor.
 * @param {readonly string[]} args
 * @param {{ platform: NodeJS.Platform, arch: NodeJS.Architecture }} machine
 */
export function refusal(args, { platform, arch }) {
  const foreign = systemsOf(args, platform).find((system) => system !== platform);
  if (foreign !== undefined)
    return `Installers for ${foreign} are built on ${foreign}: the keychain binding is compiled on its own system.`;
  const named = ['x64', 'arm64', 'armv7l', 'ia32', 'universal'].filter((name) => args.includes(`--${name}`));
  const other = named.find((name) => name !== arch);
  if (platform === 'linux' && other !== undefined)
    return `Packages for ${other} are built on ${other}: this machine compiles for ${arch} only.`;
  return undefined;
}
