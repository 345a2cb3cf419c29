import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.mjs';

/**
 * @typedef {object} Shipped
 * @property {string} folder below the project, as package-lock.json names it
 * @property {string} name
 * @property {string} version
 * @property {string} licence SPDX expression in the package's package.json
 * @property {string} text of the licence
 * @property {string} [integrity] of the npm archive, from package-lock.json
 */

/** Shipped software outside the bundles. */
const separate = [
  // The keychain binding is machine code compiled with node-addon-api, which is therefore shipped too.
  'node_modules/keytar',
  'node_modules/node-addon-api',
  // Electron. Its own parts (Chromium, Node, …) are listed in the LICENSES.chromium.html shipped with the executable.
  'node_modules/electron',
];

/**
 * Writes out/licences.json, shown in the app, and out/sbom.cdx.json. Reproducible: the same sources give the same
 * bytes.
 * @param {string} root
 */
export function describeShipped(root) {
  const shipped = shippedSoftware(root);
  const licences = shipped.map(({ name, version, licence, text }) => ({ name, version, licence, text }));
  writeFileSync(join(root, 'out/licences.json'), `${JSON.stringify(licences, null, 2)}\n`);
  const app = readJson(join(root, 'package.json'));
  writeFileSync(join(root, 'out/sbom.cdx.json'), `${billOfMaterials(app, shipped)}\n`);
}

/**
 * Returns the third-party software in the package, by name and version.
 * @param {string} root of a project whose bundles are built
 * @returns {readonly Shipped[]}
 */
export function shippedSoftware(root) {
  const bundled = ['main', 'preload', 'renderer'].flatMap((bundle) =>
    readJson(join(root, 'out', bundle, 'packages.json')),
  );
  const locked = readJson(join(root, 'package-lock.json')).packages;
  const all = [...new Set([...bundled, ...separate])].map((folder) => {
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

const licenceFiles = /^(?:licen[cs]e|copying)/i;
const noticeFiles = /^notice/i;

/**
 * Returns the package's licence text, with the notice that Apache's licence requires. For an MIT package without a
 * licence file, fills the MIT text with the author of package.json. Throws for any other package without a licence
 * text, which must not be shipped.
 * @param {string} folder
 * @param {{ name: string, license?: string, author?: string | { name?: string } }} about its package.json
 */
export function licenceText(folder, { name, license, author }) {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const files = [names.find((file) => licenceFiles.test(file)), names.find((file) => noticeFiles.test(file))];
  const texts = files.flatMap((file) => (file === undefined ? [] : [readFileSync(join(folder, file), 'utf8').trim()]));
  if (files[0] !== undefined) return texts.join('\n\n').replaceAll('\r\n', '\n');
  if (license === 'MIT') return mit(authorName(author) ?? `the authors of ${name}`);
  throw new Error(`${name} has no licence text in ${folder}, and its licence is ${license ?? 'not named'}.`);
}

/** @param {string | { name?: string } | undefined} author */
function authorName(author) {
  const text = typeof author === 'string' ? author : author?.name;
  return text?.replace(/\s*[<(].*$/, '').trim() || undefined;
}

/** @param {string} holder */
function mit(holder) {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
