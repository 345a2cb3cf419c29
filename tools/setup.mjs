#!/usr/bin/env node
/**
 * Installs missing dependencies before `npm start`, `npm test` and others: `node tools/setup.mjs PURPOSE [--electron]`.
 * Plain Node 20 without packages, because none may be installed yet. Without missing parts only a few files are read.
 * Without the right to install, prints the exact command and exits with 1.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setUpChain } from './setup/chain.mjs';
import { installDependencies, missingDependencies } from './setup/dependencies.mjs';
import { electronBinary, fetchElectron } from './setup/electron.mjs';
import { setUpKeychain, tryKeychain } from './setup/keychain.mjs';
import { goesWithoutKeychain, isPurpose, needsChain, purposes, requiredPieces } from './setup/needs.mjs';
import { ensureNode } from './setup/node.mjs';
import { SetupStop } from './setup/run.mjs';
import { installSystemPieces } from './setup/system.mjs';

const root = join(import.meta.dirname, '..');

/** @param {import('./setup/needs.mjs').Purpose} purpose @param {boolean} askedForElectron */
async function setup(purpose, askedForElectron) {
  const missing = missingDependencies(root);
  if (missing.length > 0) await installDependencies(root, missing);
  await ensureNode(root);
  if (needsChain(purpose)) await setUpChain(root);
  if (purpose === 'sandbox' || purpose === 'chain') return;

  await fetchElectron(root, { asked: askedForElectron });
  const machine = { platform: process.platform, electron: electronBinary(root) !== undefined, screen: hasScreen() };
  const isOptional = goesWithoutKeychain(purpose);
  const pieces = requiredPieces(purpose, machine).filter(({ forKeychain }) => !(isOptional && forKeychain));
  await installSystemPieces(pieces);
  await (isOptional ? tryKeychain : setUpKeychain)(root, purpose, machine);
}

function hasScreen() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { electron: { type: 'boolean' } } });
const [purpose = 'start'] = positionals;
if (!isPurpose(purpose)) {
  console.error(`setup: expected one of ${purposes.join(', ')}, not "${purpose}".`);
  process.exit(2);
}
try {
  await setup(purpose, values.electron === true);
} catch (thrown) {
  if (!(thrown instanceof SetupStop)) throw thrown;
  console.error(`\nSet-up stopped. ${thrown.message}`);
  for (const line of thrown.advice) console.error(line === '' ? '' : `  ${line}`);
  console.error('');
  process.exit(1);
}
