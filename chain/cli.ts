import { parseArgs } from 'node:util';
import { type Database, openDatabase } from './database/open.ts';
import { openLog } from './operate/log.ts';
import { type ChainOptions, OptionFault, readOptions } from './options.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { reproject } from './project/reproject.ts';
import { runUntilStopped } from './run.ts';
import { startChain } from './start.ts';
import { restoreAdmin } from './web/members.ts';

const USAGE = `npm run chain                  the collector, until Ctrl+C; variables set it up (docs/chain.md)
npm run chain -- reproject     projects sales, refunds, shifts and figures again from the events
npm run chain -- restore-admin makes CHAIN_ADMIN an administrator again, whose next sign-in counts`;

const COMMANDS: Readonly<Record<string, (database: Database, options: ChainOptions) => Promise<string>>> = {
  reproject: async (database) => `${await reproject(database)} events queued for projection by the collector.`,
  'restore-admin': async (database, { admin }) => {
    if (admin === undefined) throw new OptionFault('CHAIN_ADMIN: mail address of the administrator required.');
    await restoreAdmin(database, admin);
    return `${admin} is an administrator, bound to the next account that signs in with this address.`;
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
const [command] = positionals;
const log = openLog();
if (values.help) console.log(USAGE);
else if (command !== undefined && !Object.hasOwn(COMMANDS, command)) {
  console.error(`chain: unknown command ${command}.\n${USAGE}`);
  process.exitCode = 2;
} else
  await runUntilStopped(
    async () => {
      const options = readOptions(process.env);
      const run = command === undefined ? undefined : COMMANDS[command];
      return run === undefined ? collect(options) : inDatabase(options, run);
    },
    (fault) => log.fatal(fault),
  );

async function collect(options: ChainOptions) {
  const chain = await startChain(options, log);
  const { address, link } = chain;
  log.info({ address, version: process.version }, 'Collector running.');
  // The link signs in, so the log must not contain the link.
  if (options.oidc === undefined)
    console.log(`The page        ${link}\n                (good once, on this machine; set OIDC_ISSUER for others)`);
  return { stop: chain.close };
}

async function inDatabase(options: ChainOptions, act: (typeof COMMANDS)[string]) {
  const own = options.database === undefined ? await startEmbedded({ folder: options.data }) : undefined;
  const database = openDatabase(options.database ?? (await own?.database('chain')) ?? '', { timeoutMs: 0 });
  const stop = async () => {
    await database.end();
    await own?.stop();
  };
  const run = async () => console.log(await act(database, options));
  return { stop, run };
}
