import { distrustSystemStore } from '../service/trusted-certificates.ts';

/** main/index.ts imports this file first, to run before any other module. */

/**
 * Variables that make Node, OpenSSL, Chromium or Electron trust more certificates, write keys or traffic to files, or
 * load other code. Whole families, to cover variables of later versions. Case-insensitive, as on Windows.
 */
const WEAKENING = /^(NODE_(?!ENV$).*|OPENSSL_.*|SSL_CERT_(FILE|DIR)|SSLKEYLOGFILE|ELECTRON_.*)$/i;

const TRUSTING = /^(NODE_(EXTRA_CA_CERTS|USE_.*|OPTIONS)|OPENSSL_.*|SSL_CERT_(FILE|DIR))$/i;

export const removedVariables: readonly string[] = cleanEnvironment(process.env);
if (removedVariables.some((name) => TRUSTING.test(name))) distrustSystemStore();

export function cleanEnvironment(env: NodeJS.ProcessEnv): readonly string[] {
  const names = Object.keys(env)
    .filter((name) => WEAKENING.test(name))
    .sort();
  for (const name of names) delete env[name];
  return names;
}
