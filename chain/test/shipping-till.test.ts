import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import type { Transport } from '../../main/service/transport.ts';
import { askCollector } from '../../main/upload/collector.ts';
import { ship, type UploadFacts, type UploadNews } from '../../main/upload/uploader.ts';
import { type Answer, ENROL_PATH } from '../../main/upload/wire.ts';
import { memorySeal } from '../../test/journal/memory-seal.ts';
import { act, created, intent, paid } from '../../test/journal/sale-events.ts';
import { TestCollector } from './collector.ts';
import { ACCOUNT, STATUS } from './till.ts';
import { NOW, openPage } from './web/open-page.ts';

/** The till's real uploader and journal against the collector. */

async function shop() {
  const collector = await TestCollector.start(Date.now());
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-shipper-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const transport: Pick<Transport, 'send'> = {
    async send({ path, body = '', headers }) {
      const answer = await collector.send({ path, body: Buffer.from(body), headers });
      return { status: answer.status, headers: {}, body: Buffer.from(JSON.stringify(answer.body)) };
    },
  };
  const enrol = async (code: string) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const parts = { transport, address: 'https://chain.example', privateKey, now: Date.now };
    const own = { terminalId: 'till-1', posId: 'TILL42', appVersion: '1', environment: 'PROD', merchants: [ACCOUNT] };
    const body = JSON.stringify({ ...own, code, publicKey: publicKey.export({ format: 'jwk' }).x });
    const { till } = await askCollector(parts, { name: 'enrol', path: ENROL_PATH, body });
    return { ...parts, till };
  };
  const enrolled = await enrol(await collector.code());

  const seal = memorySeal();
  const journalOf = (name: string) => {
    const terminal = { terminalId: 'till-1', shopId: 'shop', posId: 'TILL42' };
    const file = join(folder, name);
    const parts = { disk: systemDisk, clock: systemClock, random: systemRandom, terminal, seal };
    const journal = openJournal({ file, ...parts });
    onTestFinished(() => journal.close());
    return journal;
  };

  /** Runs the till's uploader over this journal. `round` uploads all pending data. */
  const run = (file: string, start = 1, parts = enrolled) => {
    const stop = new AbortController();
    const settings: Answer<'settings'>[] = [];
    let report: (news: UploadNews) => void = () => undefined;
    let go: () => void = () => undefined;
    let began = Promise.withResolvers<void>();
    const { backlog: _backlog, ...status } = STATUS;
    const news = async (): Promise<UploadFacts> => {
      await new Promise<void>((resolve) => {
        go = resolve;
        began.resolve();
      });
      began = Promise.withResolvers();
      const anchors = Object.fromEntries(seal.anchors);
      return { status, anchors, settings: settings.at(-1)?.revision ?? null };
    };
    const done = ship({
      ...parts,
      sealKey: seal.key,
      start,
      journals: () => [{ account: ACCOUNT, file }],
      clock: systemClock,
      random: systemRandom,
      signal: stop.signal,
      news,
      turn: async () => undefined,
      settings: (given) => void settings.push(given),
      report: (outcome) => report(outcome),
    });
    return {
      settings,
      async round(): Promise<UploadNews> {
        const ended = new Promise<UploadNews>((resolve) => {
          report = resolve;
        });
        await began.promise;
        go();
        return ended;
      },
      async end() {
        stop.abort();
        await began.promise;
        go();
        await done;
      },
    };
  };
  return { collector, enrolled, enrol, journalOf, run };
}

const seqs = async (collector: TestCollector) =>
  (
    await collector.rows('SELECT branch, array_agg(seq ORDER BY seq) AS seqs FROM events GROUP BY branch ORDER BY 1')
  ).map(({ branch, seqs: all }) => [branch, (all as unknown[]).map(Number)]);
const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, index) => from + index);

test('a journal arrives once and complete over restarts', async () => {
  const { collector, journalOf, run } = await shop();
  await collector.rows(`INSERT INTO settings VALUES ('chain', '', 'counter.maximum', '10000', 'head', now())`);
  const journal = journalOf('journal.sqlite');
  journal.record(intent('one'), created('one'), paid('one', { debtor: { name: 'Ann' }, message: 'Ann' }));
  for (let n = 0; n < 700; n += 1) journal.keep(act('unlock'));
  const first = run(journal.file);
  expect(await first.round()).toMatchObject({ waiting: 0 });
  expect(await seqs(collector)).toEqual([[1, upTo(704)]]);
  expect(first.settings).toMatchObject([{ settings: { 'counter.maximum': 10_000 } }]);
  const [cut] = await collector.rows('SELECT seq, payload FROM events WHERE cut');
  expect(cut).toMatchObject({ payload: expect.not.stringContaining('Ann') });
  await first.end();
  journal.record(act('lock'));
  const second = run(journal.file, 2);
  expect(await second.round()).toMatchObject({ waiting: 0 });
  expect(await seqs(collector)).toEqual([[1, upTo(705)]]);
  expect(await collector.alerts()).toEqual([]);
  await second.end();
});

test('a journal set back becomes a branch', async () => {
  const { collector, journalOf, run } = await shop();
  const journal = journalOf('journal.sqlite');
  for (let n = 0; n < 200; n += 1) journal.record(act('unlock'));
  const database = systemDisk.open(journal.file);
  database.exec(`VACUUM INTO '${join(journal.file, '..', 'copy.sqlite')}'`);
  database.close();
  for (let n = 0; n < 50; n += 1) journal.record(act('lock'));
  const first = run(journal.file);
  await first.round();
  await first.end();
  const restored = journalOf('copy.sqlite');
  restored.record(act('backup-restored'));
  const second = run(restored.file, 2);
  expect(await second.round()).toMatchObject({ waiting: 0 });
  expect(await seqs(collector)).toEqual([
    [1, upTo(251)],
    // The till's own event about the cut journal.
    [2, upTo(204, 202)],
  ]);
  expect(await collector.alerts()).toEqual(['till.branch']);
  await second.end();
});

test('a reinstalled till with its key uploads after an approval', async () => {
  const { collector, enrolled, enrol, journalOf, run } = await shop();
  const journal = journalOf('journal.sqlite');
  journal.record(act('unlock'));
  const before = run(journal.file, 7);
  expect(await before.round()).toMatchObject({ waiting: 0 });
  await before.end();
  const empty = journalOf('empty.sqlite');
  empty.record(act('lock'));
  const refused = await run(empty.file).round();
  expect(refused.fault).toMatchObject({ code: 'head-office.counter', serviceCode: 'call.replayed' });
  expect(await collector.alerts()).toEqual(['till.counter']);
  const page = await openPage({ url: collector.url });
  page.wait(collector.now - NOW);
  await collector.rows("INSERT INTO members VALUES ('admin@example.org', 'Ada', 'admin', NULL)");
  const { code } = await page.ask('admin@example.org', 'enrol.make', { till: enrolled.till });
  const again = await enrol(code);
  expect(again.till).toBe(enrolled.till);
  expect(await collector.alerts()).toEqual([]);
  const after = run(empty.file, 1, again);
  expect(await after.round()).toMatchObject({ waiting: 0 });
  expect(await collector.rows('SELECT DISTINCT till FROM events')).toEqual([{ till: enrolled.till }]);
  await after.end();
});
