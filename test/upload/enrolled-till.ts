import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Act } from '../../main/audit/audit-log.ts';
import { systemRandom } from '../../main/base/clock.ts';
import { stateOf } from '../../main/settings/read-trust.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { Till } from '../../main/till/switchable-till.ts';
import { openHeadOffice } from '../../main/upload/head-office.ts';
import type { OfMain, UploadInThread, UploadOrder } from '../../main/upload/upload-in-thread.ts';
import { folder } from '../base/test-folder.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { provisioned } from '../provisioning/sample-provisioning-file.ts';
import { Counter } from '../sale/counter.ts';
import { recordOf, silentLog } from '../settings/terminal-with-record.ts';
import { counterTill } from '../till/counter-till.ts';

export interface Shipped {
  readonly order: UploadOrder;
  readonly main: OfMain;
  readonly signal: AbortSignal;
  end(thrown?: Error): void;
}

/** Opens a till with its trusted state and the chain feature. Uploads run in `threads` instead of real threads. */
export async function tillInChain({
  training = false,
  inThread = undefined as UploadInThread | undefined,
  file = {},
} = {}) {
  const clock = new VirtualClock();
  const store = openSettings(join(folder, 'terminal.json'), { clock, random: systemRandom });
  const kept = memoryKeychain();
  const { trust, save } = recordOf(store, async () => kept);
  await save.terminal(provisioned(file));
  const counter = new Counter();
  const acts: Act[] = [];
  const events = new EventEmitter<{ changed: [] }>();
  const changed = () => void events.emit('changed');
  const parts = {
    clock,
    log: silentLog,
    store,
    trust,
    save,
    acts: { record: (act: Act) => void acts.push(act) },
    changed,
  };
  const till = new Till({
    ...parts,
    started: { training, packaged: true },
    openTraining: async () => counterTill(counter, provisionedSettings()),
    openLive: async (settings) => counterTill(counter, settings),
  });
  const provisionedSettings = () => {
    if (store.file.settings === undefined) throw new Error('no settings');
    return store.file.settings;
  };
  await till.start();
  const threads: Shipped[] = [];
  const stub: UploadInThread = (order, signal, main) =>
    new Promise((resolve, reject) => {
      const end = (thrown?: Error) => (thrown === undefined ? resolve() : reject(thrown));
      signal.addEventListener('abort', () => end());
      threads.push({ order, main, signal, end });
    });
  const headOffice = openHeadOffice({
    ...parts,
    till,
    events,
    version: '0.1.0',
    dataFolder: folder,
    network: {},
    inThread: inThread ?? stub,
  });
  await settle();
  return {
    ...parts,
    till,
    counter,
    acts,
    threads,
    headOffice,
    changed,
    chain: () => stateOf(trust.found).chain,
    secrets: () => kept.get(`${store.file.terminalId}/record`),
  };
}

export const keptChain = { till: 7, name: 'Bakery', address: 'https://chain.example', privateKey: 'key' };

export async function enrolledTill(given: Parameters<typeof tillInChain>[0] = {}) {
  const made = await tillInChain(given);
  await made.till.adjustAfter(() => made.save.chain(keptChain));
  return made;
}
