import { distrustSystemStore } from '../service/trusted-certificates.ts';

/**
 * Takes out of the environment what could weaken the till, before anything else is loaded: main/index.ts imports this file
 * first, and modules are run in the order of their imports.
 */

/**
 * Variables by which Node, OpenSSL, Chromium and Electron are told to trust more, to write down keys or traffic, or to load
 * something else. Whole families, so that a variable of a later version is not forgotten; NODE_ENV only says who runs it.
 * Windows reads names in any case.
 */
const WEAKENING = /^(NODE_(?!ENV$).*|OPENSSL_.*|SSL_CERT_(FILE|DIR)|SSLKEYLOGFILE|ELECTRON_.*)$/i;

/** Those by which Node and OpenSSL are told whom to trust. */
const TRUSTING = /^(NODE_(EXTRA_CA_CERTS|USE_.*|OPTIONS)|OPENSSL_.*|SSL_CERT_(FILE|DIR))$/i;

/** The names of the variables that were set at the start and are no more. */
export const removedVariables: readonly string[] = cleanEnvironment(process.env);
if (removedVariables.some((name) => TRUSTING.test(name))) distrustSystemStore();

/** Removes them from `env` and returns their names, in the order of the alphabet. */
export function cleanEnvironment(env: NodeJS.ProcessEnv): readonly string[] {
  const names = Object.keys(env)
    .filter((name) => WEAKENING.test(name))
    .sort();
  for (const name of names) delete env[name];
  return names;
}
