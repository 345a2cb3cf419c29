/**
 * Writes main/support/known-words.ts: the words that the till's own code has in its texts and names, which are all that a
 * free text of the log may hold. Run it after adding messages: `node tools/known-words.mjs`. A word that is missing there
 * is written as an ellipsis.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const target = join(root, 'main/support/known-words.ts');

/** What proxies, servers and the system say, and the code does not. */
const OTHERS = `
  apache bad bytes cloudflare denied expected unexpected token end of input forbidden gateway gone html http https haproxy
  identifier invalid json nginx node not open page permission position proxy refused reset server service string such
  temporarily unavailable unterminated too many requests internal error title head body h1 h2 p br hr center div span
  duplicate account message property properties null undefined reading cannot read set defined function iterable object
  assignment constant variable before initialization maximum call stack size exceeded out range argument type value
  doctype lang meta charset script style class href link url debtor payer promise timer in a of the at for with
`;

const words = new Set(OTHERS.match(/[a-z0-9]+/g));
for (const room of ['main', 'preload'])
  for (const name of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })) {
    if (
      !name.endsWith('.ts') ||
      name.startsWith('sandbox') ||
      name.includes('known-words') ||
      name.includes('native-words')
    )
      continue;
    const source = readFileSync(join(root, room, name), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
      .replaceAll(/(?<!:)\/\/.*$/gm, ' ');
    for (const word of `${name} ${source}`.match(/[A-Za-z]+/g) ?? [])
      if (word.length >= 2 && word.length <= 24) words.add(word.toLowerCase());
  }

const lines = [];
let line = '';
for (const word of [...words].sort()) {
  if (line.length + word.length > 160) {
    lines.push(line);
    line = '';
  }
  line += `${line === '' ? '' : ' '}${word}`;
}
lines.push(line);
writeFileSync(
  target,
  `/** Made by tools/known-words.mjs: every word that the till's own texts and names have. */\nexport const knownWords: ReadonlySet<string> = new Set(\n  \`\n${lines.join('\n')}\n\`\n    .trim()\n    .split(/\\s+/),\n);\n`,
);
console.log(`${words.size} words, ${lines.length} lines`);
