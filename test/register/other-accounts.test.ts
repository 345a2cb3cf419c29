import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalFolder } from '../../main/journal/account-folders.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { inOtherAccount } from '../../main/register/other-accounts.ts';
import { notingLog } from '../base/noting-log.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { terminal } from '../journal/temporary-journal.ts';
import { bar, CounterWithRegisters, wanted } from './counter-with-registers.ts';

const account = { environment: 'PREPROD', merchantId: 'a'.repeat(24), profileId: 'b'.repeat(24) } as const;
const before = { ...account, profileId: 'c'.repeat(24) };

function writtenBefore(): string {
  const own = journalFolder(folder, before);
  mkdirSync(own, { recursive: true });
  const file = join(own, 'journal.sqlite');
  const journal = openJournal({
    file,
    disk: systemDisk,
    clock: new VirtualClock(),
    random: new SeededRandom(1),
    terminal,
  });
  const intent = { amount: 420, operation: 'static-qr', body: '{}', skewMs: 0 } as const;
  const register = { id: bar.id, key: 'A1', ask: 'hash' };
  journal.record({ type: 'sale.intent', saleId: 'sale-1', reference: 'BON 1', ...intent, register });
  journal.close();
  return file;
}

const till = { mode: 'live', opened: { settings: { service: account, merchant: account } } } as const;

test('finds a key of the previous account for two days', () => {
  const file = writtenBefore();
  const logged: string[] = [];
  const find = (key: string, now = Date.now(), mode: 'live' | 'training' = 'live') =>
    inOtherAccount(
      {
        dataFolder: folder,
        clock: { now: () => now },
        log: notingLog((code) => logged.push(code)),
        till: { ...till, mode },
      },
      bar.id,
      key,
    )?.saleId;
  expect([find('A1'), find('A2'), find('A1', Date.now(), 'training')]).toEqual(['sale-1', undefined, undefined]);
  expect(find('A1', Date.now() + 49 * 60 * 60_000)).toBeUndefined();
  expect(logged).toEqual([]);
  writeFileSync(file, 'damaged');
  utimesSync(file, new Date(), new Date());
  expect(find('A1')).toBeUndefined();
  expect(logged).toHaveLength(1);
});

test("charges again once the previous account's payment cannot succeed", async () => {
  const old = new CounterWithRegisters();
  const now = new CounterWithRegisters({ seed: 2 });
  await old.charge();
  await old.charge('A2', wanted(1));
  await old.counter.clock.advance(100);
  now.otherAccount = old.counter.journal;
  expect(await now.charge()).toBe('register.key-used');
  expect(await now.get()).toBe('register.key-used');
  await old.within(3_000, () => old.payments.cancel(bar, 'A1'));
  expect(await now.charge()).toBe('register.key-used');
  await old.counter.clock.advance(10 * 60_000);
  expect(await now.charge()).toMatchObject({ key: 'A1', state: 'creating' });
});
