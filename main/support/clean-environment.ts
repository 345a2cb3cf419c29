import { distrustSystemStore } from '../service/trusted-certificates.ts';

/** Runs before anything else is loaded: main/index.ts imports this file first. */

/**
 * These tell Node, OpenSSL, Chromium and Electron to trust more, to write down keys or traffic, or to load something
 * else. Whole families, for variables of later versions. Windows reads names in any case.
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
