/** Each set of variables enables notarisation by Apple. */
const notarisations = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

/**
 * Returns lines about the signatures, printed before installers are built: from the environment, which electron-builder
 * reads too, and the effect of a missing signature.
 * @param {'linux' | 'win32' | 'darwin'} system of the installers
 * @param {NodeJS.ProcessEnv} env
 */
export function signing(system, env) {
  const has = (/** @type {string} */ name) => Boolean(env[name]);
  if (system === 'linux') return ['Packages for Linux are not signed: publish them with their checksums.'];
  if (system === 'win32') {
    if (has('WIN_CSC_LINK') || has('CSC_LINK')) return ['Signed with the certificate of WIN_CSC_LINK or CSC_LINK.'];
    return ['Not signed: neither WIN_CSC_LINK nor CSC_LINK is set. Windows warns of the installer.'];
  }
  const signed = has('CSC_LINK') || has('CSC_NAME');
  const notarised = notarisations.some((names) => names.every(has));
  return [
    signed
      ? 'Signed with the Developer ID of CSC_LINK or CSC_NAME.'
      : 'Signed only if the keychain of this Mac holds a Developer ID: neither CSC_LINK nor CSC_NAME is set.',
    notarised
      ? 'Notarised by Apple.'
      : `Not notarised: set ${notarisations.map((names) => names.join(', ')).join('; or ')}. macOS refuses to open it by a double click.`,
  ];
}
