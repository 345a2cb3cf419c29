import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.mjs';
import { licenceText } from './licence-text.mjs';

/**
 * @typedef {object} Shipped
 * @property {string} folder below the project, as package-lock.json names it
 * @property {string} name
 * @property {string} version
 * @property {string} licence as the package names it, in SPDX's words
 * @property {string} text of the licence
 * @property {string} [integrity] of the archive that npm took it from, as package-lock.json has it
 */

/** Software beside the bundles, which stands in none of them. */
const beside = [
  // The keychain binding is a file of machine code; what it was compiled with is inside.
  'node_modules/keytar',
  'node_modules/node-addon-api',
  // The program itself. Its own parts (Chromium, Node and theirs) are listed in LICENSES.chromium.html beside it.
  'node_modules/electron',
];

/** Writes out/licences.json, which the app shows, and out/sbom.cdx.json; the same sources give the same bytes. @param {string} root */
export function describeShipped(root) {
  const shipped = shippedSoftware(root);
  const licences = shipped.map(({ name, version, licence, text }) => ({ name, version, licence, text }));
  writeFileSync(join(root, 'out/licences.json'), `${JSON.stringify(licences, null, 2)}\n`);
  const app = readJson(join(root, 'package.json'));
  writeFileSync(join(root, 'out/sbom.cdx.json'), `${billOfMaterials(app, shipped)}\n`);
}

/**
 * Everything of others that goes into the package, by name and version.
 * @param {string} root of a project whose bundles are built
 * @returns {readonly Shipped[]}
 */
export function shippedSoftware(root) {
  const bundled = ['main', 'preload', 'renderer'].flatMap((bundle) =>
    readJson(join(root, 'out', bundle, 'packages.json')),
  );
  const locked = readJson(join(root, 'package-lock.json')).packages;
  const all = [...new Set([...bundled, ...beside])].map((folder) => {
    const about = readJson(join(root, folder, 'package.json'));
    const { integrity } = locked[folder] ?? {};
    if (integrity === undefined) throw new Error(`package-lock.json has no checksum of ${folder}.`);
    const text = licenceText(join(root, folder), about);
    return { folder, name: about.name, version: about.version, licence: about.license, text, integrity };
  });
  // Two folders may hold the same version.
  const byName = new Map(all.map((part) => [`${part.name}@${part.version}`, part]));
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
