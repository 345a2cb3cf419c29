import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const licenceFiles = /^(?:licen[cs]e|copying)/i;
const noticeFiles = /^notice/i;

/**
 * The licence of the package in `folder` as its authors wrote it, with the notice that Apache's asks to keep. Some have
 * none in their package: where that is MIT's, its words are known and the author stands in package.json. Throws for any
 * other, because what has no licence text must not go out.
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
