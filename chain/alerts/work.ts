import { createTransport } from 'nodemailer';
import { PgBoss } from 'pg-boss';
import type { Connection, Database } from '../database/open.ts';
import { dropOld, makePartitions, type Retention } from '../database/partitions.ts';
import { mailOf } from './message.ts';
import { type AlertMessage, watch } from './watch.ts';

interface WorkParts {
  readonly database: Database;
  readonly chain: string;
  readonly timeZone: string;
  readonly retention: Retention;
  readonly mail?: { readonly server: string; readonly to: string; readonly from: string } | undefined;
  readonly webhook?: string | undefined;
  /** ms since the epoch. */
  now(): number;
  onFault(fault: Error): void;
}

const TIMEOUT_MS = 15_000;
/** Retries for half a day, first after 30 s. */
const PATIENT = { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 3_600 } as const;

/** Each job runs in a single collector. `stop` waits for running jobs. Errors: as for PostgreSQL. */
export async function startWork(parts: WorkParts): Promise<{ stop(): Promise<void> }> {
  const { database, chain, timeZone, retention, mail, webhook, now, onFault } = parts;
  await makePartitions(database, now());
  const boss = new PgBoss({ db: runOn(database), openTelemetry: { enabled: false } });
  boss.on('error', onFault);
  await boss.start();

  const work = async <Data extends object>(
    name: string,
    act: (data: Data) => Promise<unknown>,
    options: object = {},
  ) => {
    await boss.createQueue(name, options);
    await boss.work<Data>(name, async ([job]) => {
      if (job === undefined) return;
      await act(job.data).catch((fault: Error) => {
        onFault(fault);
        throw fault;
      });
    });
  };
  const senders = { ...(mail && { mail: mailer(mail) }), ...(webhook && { webhook: poster(webhook) }) };
  for (const [name, send] of Object.entries(senders)) await work<Outgoing>(`alerts.${name}`, send, PATIENT);
  const notify = async (message: AlertMessage, connection: Connection) => {
    const data: Outgoing = { chain, message, ...mailOf(chain, message, timeZone) };
    for (const name of Object.keys(senders)) await boss.send(`alerts.${name}`, data, { db: runOn(connection) });
  };
  // No retry: the next check is a minute away.
  const once = { retryLimit: 0, policy: 'exclusive', deleteAfterSeconds: 3_600 };
  await work('watch', () => watch({ database, timeZone, now, notify, onFault }), once);
  await boss.schedule('watch', '* * * * *');
  await work('upkeep', () => makePartitions(database, now()).then(() => dropOld(database, retention, now())), once);
  await boss.schedule('upkeep', '7 * * * *');
  return { stop: () => boss.stop({ graceful: true, timeout: TIMEOUT_MS }) };
}

interface Outgoing {
  readonly chain: string;
  readonly subject: string;
  readonly text: string;
  readonly message: AlertMessage;
}

function mailer({ server, to, from }: { readonly server: string; readonly to: string; readonly from: string }) {
  const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: server, ...times });
  return ({ subject, text }: Outgoing) => transport.sendMail({ from, to, subject, text });
}

function poster(address: string) {
  return async ({ chain, subject, message }: Outgoing) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chain, subject, ...message }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`Webhook responded with status ${answer.status}`);
  };
}

const runOn = (database: Database | Connection) => ({
  executeSql: (text: string, values?: unknown[]) => database.query(text, values),
});
