import { parseArgs } from 'node:util';
import { openDatabase } from './database/open.ts';
import { openLog } from './operate/log.ts';
import { type ChainOptions, readOptions } from './options.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { reproject } from './project/reproject.ts';
import { runUntilStopped } from './run.ts';
import { startChain } from './start.ts';

const USAGE = `npm run chain                  the collector, until Ctrl+C; variables set it up (docs/chain.md)
npm run chain -- reproject     has sales, refunds, shifts and figures made anew from the events`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
const [command] = positionals;
const log = openLog();
if (values.help) console.log(USAGE);
else if (command !== undefined && command !== 'reproject') {
  console.error(`chain: there is no command ${command}.\n${USAGE}`);
  process.exitCode = 2;
} else
  await runUntilStopped(
    async () => {
      const options = readOptions(process.env);
      return command === undefined ? collect(options) : makeAnew(options);
    },
    (fault) => log.fatal(fault),
  );

async function collect(options: ChainOptions) {
  const chain = await startChain(options, log);
  const { address, link } = chain;
  log.info({ address, version: process.version }, 'The collector is running.');
  // The link signs in: it is no line of a log.
  if (options.oidc === undefined)
    console.log(`The page        ${link}\n                (good once, on this machine; set OIDC_ISSUER for others)`);
  return { stop: chain.close };
}

/** The collector, where one runs, reads the events again. */
async function makeAnew(options: ChainOptions) {
  const own = options.database === undefined ? await startEmbedded({ folder: options.data }) : undefined;
  const database = openDatabase(options.database ?? (await own?.database('chain')) ?? '', { timeoutMs: 0 });
  const stop = async () => {
    await database.end();
    await own?.stop();
  };
  const run = async () => console.log(`${await reproject(database)} events are read again by the collector.`);
  return { stop, run };
}
