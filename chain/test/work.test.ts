import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { raise } from '../alerts/raise.ts';
import { startWork } from '../alerts/work.ts';
import { TestCollector, TIME_ZONE } from './collector.ts';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Speaks enough SMTP to receive a mail. */
function mailServer(received: string[]): Server {
  return createTcp((socket) => {
    let isData = false;
    socket.write('220 here\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (isData) received.push(line);
        if (isData && line === '.') isData = false;
        else if (isData) continue;
        if (line === '') continue;
        if (line === 'DATA') isData = true;
        socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
}

test('alerts are sent by mail and, after a retry, webhook', async () => {
  const collector = await TestCollector.start(Date.now());
  await collector.enrolled();
  await raise(collector.database, { kind: 'till.branch', till: 1, about: '2' }, collector.now);
  const mails: string[] = [];
  const posts: string[] = [];
  const hook = createHttp(async (request, answer) => {
    posts.push(Buffer.concat(await request.toArray()).toString());
    answer.writeHead(posts.length === 1 ? 500 : 204).end();
  });
  const faults: string[] = [];
  const mail = {
    server: `smtp://127.0.0.1:${await listening(mailServer(mails))}`,
    to: 'ops@shop.example',
    from: 'chain@shop.example',
  };
  const work = await startWork({
    ...{ database: collector.database, chain: 'Chain', timeZone: TIME_ZONE, now: () => collector.now, mail },
    webhook: `http://127.0.0.1:${await listening(hook)}/alerts`,
    retention: { eventsDays: 400, salesDays: 3_650 },
    onFault: (fault) => void faults.push(fault.message),
  });
  // Triggers the check and the retry at once, so that the test need not wait.
  await collector.rows(`INSERT INTO pgboss.job (name, data) VALUES ('watch', '{}')`);
  await expect.poll(() => posts.length).toBe(1);
  const due = () => collector.rows(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' RETURNING id`);
  await expect.poll(due).toHaveLength(1);
  await expect.poll(() => posts.length).toBe(2);
  await expect.poll(() => mails.join('\n')).toContain('till 1: Record was restored or replaced');
  await work.stop();
  expect(mails.join('\n')).toContain('Subject: Chain: 1 new');
  expect(JSON.parse(posts[1] ?? '')).toMatchObject({
    chain: 'Chain',
    raised: [{ kind: 'till.branch', till: 1, shopName: 'Shop', about: '2' }],
    ended: [],
  });
  expect(faults).toEqual(['Webhook responded with status 500']);
});
