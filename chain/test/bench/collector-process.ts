import { openDatabase } from '../../database/open.ts';
import { makePartitions } from '../../database/partitions.ts';
import { keepUp } from '../../project/project-loop.ts';
import { buildServer } from '../../server.ts';

/** The collector in its own process; prints its port and runs until killed. */
const database = openDatabase(String(process.argv[2]));
const timeZone = 'Europe/Brussels';
const onFault = (fault: Error) => console.error(fault);
await makePartitions(database, Date.now());
keepUp({ database, timeZone, now: Date.now, onFault });
const tills = { database, chain: 'Bench', timeZone, debtors: false, oldTillsUntil: 0, now: Date.now };
const server = await buildServer({ ...tills, logger: { level: 'error' } });
process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }));
