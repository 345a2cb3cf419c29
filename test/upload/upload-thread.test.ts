import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { dataFiles } from '../../main/base/data-files.ts';
import { TillError } from '../../main/base/till-error.ts';
import { type Account, journalFolder, systemFolders } from '../../main/journal/account-folders.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { type OfMain, uploadInThread } from '../../main/upload/upload-in-thread.ts';
import type { UploadFacts, UploadNews } from '../../main/upload/uploader.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memorySeal } from '../journal/memory-seal.ts';
import { act } from '../journal/sale-events.ts';
import { terminal } from '../journal/temporary-journal.ts';
import { StubCollector } from './stub-collector.ts';

// A new thread loads its sources again, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const account: Account = { environment: 'PREPROD', merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) };
const other: Account = { ...account, environment: 'PROD' };
const seal = memorySeal();
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

function journalOf(of: Account) {
  const place = journalFolder(folder, of);
  systemFolders.make(place);
  const file = join(place, dataFiles.journal);
  const random = new SeededRandom(7);
  return openJournal({ file, disk: systemDisk, clock: new VirtualClock(), random, terminal, seal });
}

test("uploads the data folder's journals from a thread until stopped", async () => {
  const stub = new StubCollector();
  stub.publicKey = publicKey.export({ format: 'jwk' }).x ?? '';
  stub.settings = { 'counter.maximum': 1_000 };
  stub.faults = [{ status: 404, json: { code: 'till.unknown', message: 'no' } }];
  await using server = await stub.serve();
  const [journal, before] = [journalOf(account), journalOf(other)];
  before.close();
  journal.record(act('unlock'));
  const facts: UploadFacts = {
    status: { appVersion: '1', environment: 'PREPROD', clockKnown: true, keychain: 'ok', journal: 'ok', ...terminal },
    settings: null,
    anchors: {},
  };
  const stop = new AbortController();
  const reports: UploadNews[] = [];
  const settings: unknown[] = [];
  let waits = 0;
  const main: OfMain = {
    async news() {
      waits += 1;
      // Written between two rounds.
      if (waits === 3) journal.record(act('lock'));
      if (waits > 3) stop.abort();
      return { ...facts, anchors: Object.fromEntries(seal.anchors) };
    },
    turn: async () => undefined,
    proxy: () => Promise.reject(new TillError('internal', 'not for this machine')),
    settings: (given) => void settings.push(given),
    report: (news) => void reports.push(news),
  };
  const order = {
    address: server.origin,
    till: 7,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    sealKey: seal.key.toString('base64url'),
    dataFolder: folder,
    inUse: { account, file: journal.file },
  };
  await uploadInThread(order, stop.signal, main);
  expect(reports[0]?.fault).toMatchObject({ code: 'head-office.refused', serviceCode: 'till.unknown' });
  expect(reports.at(-1)).toMatchObject({ waiting: 0, shippedAt: expect.any(Number) });
  expect(stub.branches.map(({ events }) => events.length)).toEqual([3, 1]);
  expect(settings).toMatchObject([{ settings: stub.settings }]);
  journal.close();
});
