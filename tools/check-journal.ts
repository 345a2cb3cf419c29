import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkCopy } from '../main/journal/check-copy.ts';

/** `npm run check-journal -- FILE`: the full check of a journal, which changes nothing. Ends with 1 when it is not whole. */
const [file] = process.argv.slice(2);
if (file === undefined || !existsSync(file)) {
  console.error(
    file === undefined ? 'Name the journal: npm run check-journal -- FILE' : `There is no file ${resolve(file)}.`,
  );
  process.exit(2);
}
const { ok, events, faults } = await checkCopy(resolve(file));
console.log(
  `${resolve(file)}: ${events} events${ok ? ', whole: every page, the chain of events and every record.' : ''}`,
);
for (const fault of faults) console.log(`  fault: ${fault}`);
if (!ok)
  console.log('The till sets a damaged journal aside when it starts, saves what can be proven, and asks the service.');
process.exitCode = ok ? 0 : 1;
