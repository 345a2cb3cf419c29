import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isNetworkFault } from './dependencies.mjs';
import { requiredPieces } from './needs.mjs';
import { candidates, projectNode } from './node.mjs';
import { isOfToday, readRefusal, refusalFile, rememberRefusal, run, SetupStop, step, tail } from './run.mjs';
import { installSystemPieces, isThere } from './system.mjs';

/**
 * Compiles the keychain binding (keytar) from the source verified by package-lock.json. Never runs its install script,
 * which would download unverified machine code.
 */

/** @typedef {import('./needs.mjs').Purpose} Purpose */
/** @typedef {import('./needs.mjs').Machine} Machine */
/** @typedef {{ readonly at: number, readonly lacking: string, readonly lines: readonly string[] }} Refusal */

/**
 * Throws SetupStop when the binding cannot be compiled or loaded.
 * @param {string} root
 * @param {Purpose} purpose
 * @param {Machine} machine
 */
export async function setUpKeychain(root, purpose, machine) {
  const binding = keychainBinding(root);
  const there = binding.isThere();
  const needed = requiredPieces(purpose, { ...machine, compile: !there }).filter(({ forKeychain }) => forKeychain);
  await installSystemPieces(needed);
  if (there) return;
  await binding.compile();
  if (!(await binding.loads())) {
    throw new SetupStop('The keychain binding (keytar) was compiled, but this machine cannot load it.', [
      `To see why: ${projectNode(root)} -e "require('keytar')"`,
    ]);
  }
}

/**
 * Like `setUpKeychain`, for optional use: prints the missing parts and continues.
 * @param {string} root
 * @param {Purpose} purpose
 * @param {Machine} machine
 */
export async function tryKeychain(root, purpose, machine) {
  const record = refusalFile(root, 'keychain');
  const lacking = requiredPieces(purpose, { ...machine, compile: true })
    .filter((piece) => piece.forKeychain && !isThere(piece))
    .map((piece) => piece.name)
    .join(', ');
  /** @type {Refusal | undefined} */
  const refusal = readRefusal(record);
  if (refusal !== undefined && stillHolds(refusal, { lacking, now: Date.now() })) {
    print(refusal.lines);
    return;
  }
  try {
    await setUpKeychain(root, purpose, machine);
    rmSync(record, { force: true });
  } catch (thrown) {
    if (!(thrown instanceof SetupStop)) throw thrown;
    const lines = [thrown.message, ...thrown.advice.map((line) => (line === '' ? '' : `  ${line}`))];
    rememberRefusal(record, { lacking, lines });
    print(lines);
  }
}

/**
 * Returns whether a retry would fail again: less than a day old, and nothing installed since.
 * @param {Refusal} refusal
 * @param {{ lacking: string, now: number }} facts
 */
export function stillHolds(refusal, { lacking, now }) {
  return refusal.lacking === lacking && isOfToday(refusal, now);
}

/** @param {readonly string[]} lines */
function print(lines) {
  console.log(`\nNo keychain for live mode. ${lines.join('\n')}`);
  console.log('\nTraining works without a keychain. Continuing.\n');
}

/** @param {string} root */
function keychainBinding(root) {
  const folder = join(root, 'node_modules', 'keytar');
  const file = join(folder, 'build', 'Release', 'keytar.node');
  const node = projectNode(root);
  return {
    isThere: () => existsSync(file),
    async compile() {
      await step('Compiling the keychain binding (keytar).', async () => {
        const compiler = join(root, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
        const { code, output } = await run([node, compiler, 'rebuild'], {
          cwd: folder,
          limitMs: 600_000,
          env: nodeHeaders(root),
        });
        if (code !== 0 || !existsSync(file)) throw compileStop(output);
      });
    },
    async loads() {
      const { code } = await run([node, '-e', 'require("keytar")'], { cwd: root, limitMs: 20_000 });
      return code === 0;
    },
  };
}

/**
 * Returns the local headers of Node, where available, so that node-gyp need not download and verify them. The binding's
 * interface is the same for all versions.
 * @param {string} root
 */
function nodeHeaders(root) {
  if (process.env['npm_config_nodedir']) return {};
  const nodes = candidates({ root, platform: process.platform, env: process.env, self: process.execPath });
  const prefix = nodes
    .map((node) => dirname(dirname(node)))
    .find((folder) => existsSync(join(folder, 'include', 'node', 'node_api.h')));
  return prefix === undefined ? {} : { npm_config_nodedir: prefix };
}

/** Compiler hints for systems on which set-up installs nothing. @type {ReadonlyMap<NodeJS.Platform, string>} */
const compilers = new Map([
  ['win32', 'Visual Studio Build Tools with "Desktop development with C++", and Python 3.'],
  ['darwin', 'xcode-select --install'],
]);

/** @param {string} output */
function compileStop(output) {
  const lines = ['Output of node-gyp:', ...tail(output, 15)];
  if (isNetworkFault(output)) {
    lines.push(
      '',
      "Download of Node's headers failed. Connect the machine, or set the path of local headers in the environment:",
    );
    lines.push('    npm_config_nodedir=/path/with/include/node/below/it');
  }
  const compiler = compilers.get(process.platform);
  if (compiler !== undefined) lines.push('', `No compiler found: ${compiler}`);
  return new SetupStop('Compilation of the keychain binding (keytar) failed.', lines);
}
