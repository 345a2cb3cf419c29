import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { folder } from '../base/test-folder.ts';
import { settle } from '../base/virtual-clock.ts';
import { provisioned } from '../provisioning/sample-provisioning-file.ts';
import { enrolledTill, keptChain, tillInChain } from './enrolled-till.ts';
import { StubCollector } from './stub-collector.ts';

const START_MS = 30_000;

test('stores the key of an enrolment only in the keychain', async () => {
  const { headOffice, chain, acts, threads, secrets, till } = await tillInChain();
  await till.roles.unlock('471147');
  const stub = new StubCollector();
  await using server = await stub.serve();
  expect(headOffice.view()).toEqual({});
  await headOffice.enrol({ address: server.origin, code: 'GOOD-CODE' });
  const { privateKey = '', ...kept } = chain() ?? {};
  expect(kept).toEqual({ till: 7, name: 'Bakery', address: server.origin });
  const { service, merchant } = till.opened?.settings ?? {};
  expect(stub.merchants).toEqual([{ environment: service?.environment, merchantId: merchant?.merchantId }]);
  expect(await secrets()).toContain(privateKey);
  const onDisk = readFileSync(join(folder, 'terminal.json'), 'utf8');
  for (const text of [privateKey, 'Bakery', server.origin]) expect(onDisk).not.toContain(text);
  expect(acts.at(-1)).toMatchObject({ act: 'head-office-enrolled', by: { role: 'manager' }, values: { till: 7 } });
  expect(threads.map(({ order }) => order)).toMatchObject([{ address: server.origin, till: 7, privateKey }]);
  expect(headOffice.view().enrolled).toEqual({ chain: 'Bakery', till: 7, address: server.origin, sets: [] });
  await expect(headOffice.enrol({ address: server.origin, code: 'X' })).rejects.toMatchObject({
    code: 'head-office.enrolled',
  });
});

test('repeats a lost enrolment with the same key', async () => {
  const { headOffice, chain } = await tillInChain();
  const stub = new StubCollector();
  await using server = await stub.serve();
  stub.faults = ['answer-lost'];
  const wish = { address: server.origin, code: 'GOOD-CODE' };
  await expect(headOffice.enrol(wish)).rejects.toMatchObject({ code: 'head-office.unreachable' });
  expect(chain()).toBeUndefined();
  await headOffice.enrol(wish);
  expect(chain()).toMatchObject({ till: 7 });
});

test('enrols again after leaving only with a new code', async () => {
  const { headOffice, chain } = await tillInChain();
  const stub = new StubCollector();
  await using server = await stub.serve();
  await headOffice.enrol({ address: server.origin, code: 'GOOD-CODE' });
  const before = chain()?.privateKey;
  await headOffice.leave();
  const again = headOffice.enrol({ address: server.origin, code: 'GOOD-CODE' });
  await expect(again).rejects.toMatchObject({ code: 'head-office.code-used' });
  stub.codes.set('NEXT-CODE', undefined);
  await headOffice.enrol({ address: server.origin, code: 'NEXT-CODE' });
  expect(chain()?.privateKey).not.toBe(before);
});

test.each([
  ['unknown', 'no such code', undefined],
  ['used', 'GOOD-CODE', 'another key'],
])('reports a code that is %s and does not enrol', async (why, code, usedBy) => {
  const { headOffice, chain, acts } = await tillInChain();
  const stub = new StubCollector();
  stub.codes.set('GOOD-CODE', usedBy);
  await using server = await stub.serve();
  const enrol = headOffice.enrol({ address: server.origin, code });
  await expect(enrol).rejects.toMatchObject({ code: `head-office.code-${why}` });
  expect([chain(), acts]).toEqual([undefined, []]);
});

test('starts the upload of the live journal after a delay', async () => {
  const { trust, clock, threads, counter, till, changed } = await enrolledTill();
  await clock.advance(START_MS - 1);
  changed();
  expect(threads).toEqual([]);
  await clock.advance(1);
  const { merchant, service } = till.opened?.settings ?? {};
  expect(threads.map(({ order }) => order)).toEqual([
    {
      address: keptChain.address,
      till: 7,
      privateKey: 'key',
      sealKey: trust.keyFor('journal')?.toString('base64url'),
      dataFolder: folder,
      inUse: { file: counter.journal.file, account: { environment: service?.environment, ...merchant } },
    },
  ]);
});

test('training never uploads', async () => {
  const { clock, threads, changed } = await enrolledTill({ training: true });
  await clock.advance(START_MS * 10);
  changed();
  await settle();
  expect(threads).toEqual([]);
});

test('uploads soon after a change, otherwise after a pause', async () => {
  const { clock, threads, changed, headOffice } = await enrolledTill();
  await clock.advance(START_MS);
  const [thread] = threads;
  const facts: unknown[] = [];
  const listen = () => void thread?.main.news(60_000).then((news) => facts.push(news));
  changed();
  listen();
  await clock.advance(1_999);
  expect(facts).toEqual([]);
  await clock.advance(1);
  expect(facts).toMatchObject([{ settings: null, status: { posId: 'TILL42', keychain: 'ok', journal: 'ok' } }]);
  listen();
  await clock.advance(59_999);
  expect(facts).toHaveLength(1);
  await clock.advance(1);
  expect(facts).toHaveLength(2);
  thread?.main.report({ shippedAt: 5, waiting: 0 });
  expect(headOffice.view().enrolled).toMatchObject({ shippedAt: 5, waiting: 0 });
});

test('the upload yields to a new sale', async () => {
  const { clock, threads, counter } = await enrolledTill();
  await clock.advance(START_MS);
  let turns = 0;
  const ask = () => void threads[0]?.main.turn().then(() => (turns += 1));
  ask();
  await settle();
  expect(turns).toBe(1);
  await counter.charge(1_250);
  ask();
  await clock.advance(999);
  expect(turns).toBe(1);
  await clock.advance(1);
  expect(turns).toBe(2);
});

test('shows a fault until resolved and restarts a dead thread', async () => {
  const { clock, threads, headOffice } = await enrolledTill();
  await clock.advance(START_MS);
  threads[0]?.main.report({ fault: new TillError('head-office.busy', 'wait', { retryable: true }) });
  const since = clock.now();
  await clock.advance(1_000);
  threads[0]?.end(new TillError('internal', 'it died'));
  await settle();
  expect(headOffice.view().enrolled).toMatchObject({ problem: { code: 'internal' } });
  expect(headOffice.failingSince()).toBe(since);
  await clock.advance(60_000);
  expect(threads).toHaveLength(2);
  threads[1]?.main.report({ waiting: 3 });
  expect(headOffice.failingSince()).toBeUndefined();
  expect(headOffice.view().enrolled).not.toHaveProperty('problem');
});

test('reports a keychain fault and keeps uploading', async () => {
  const { clock, threads, headOffice, trust } = await enrolledTill();
  await clock.advance(START_MS);
  vi.spyOn(trust, 'fault', 'get').mockReturnValue(new TillError('keychain.locked', 'locked'));
  const news = threads[0]?.main.news(0);
  await clock.advance(0);
  expect(await news).toMatchObject({ status: { keychain: 'fault' } });
  expect(headOffice.view().enrolled).toMatchObject({ till: 7 });
});

test('leaving stops the upload and deletes the key', async () => {
  const { clock, threads, headOffice, acts, chain, secrets } = await enrolledTill();
  await clock.advance(START_MS);
  await headOffice.leave();
  await settle();
  expect(threads.map(({ signal }) => signal.aborted)).toEqual([true]);
  expect(chain()).toBeUndefined();
  expect(await secrets()).not.toContain('Bakery');
  expect(acts).toMatchObject([{ act: 'head-office-left', values: { name: 'Bakery' } }]);
  expect(headOffice.view()).toEqual({});
});

test('closing the till waits for the upload to end', async () => {
  const { clock, threads, headOffice } = await enrolledTill();
  await clock.advance(START_MS);
  const news = threads[0]?.main.news(60_000);
  await headOffice.close();
  expect(threads[0]?.signal.aborted).toBe(true);
  await news;
});

describe('an enrolment from a provisioning file', () => {
  test('is done when the till opens, and only once', async () => {
    const stub = new StubCollector();
    await using server = await stub.serve();
    const headOffice = { address: server.origin, code: 'GOOD-CODE' };
    const made = await tillInChain({ file: { headOffice } });
    await expect.poll(() => made.chain()).toMatchObject({ till: 7, address: server.origin });
    expect(made.headOffice.view()).toMatchObject({ enrolled: { till: 7 } });
    expect(made.headOffice.view()).not.toHaveProperty('joining');
    expect(made.acts.at(-1)).toMatchObject({ act: 'head-office-enrolled', by: { role: 'till' } });
    await made.till.adjustAfter(() => made.save.terminal(provisioned({ headOffice })));
    made.changed();
    expect(await made.secrets()).not.toContain('GOOD-CODE');
  });

  test('is repeated with the same key while unreachable', async () => {
    const stub = new StubCollector();
    stub.faults = ['answer-lost'];
    await using server = await stub.serve();
    const made = await tillInChain({ file: { headOffice: { address: server.origin, code: 'GOOD-CODE' } } });
    const problem = () => made.headOffice.view().joining?.problem?.code;
    await expect.poll(problem).toBe('head-office.unreachable');
    await made.clock.advance(60_000);
    await expect.poll(() => made.chain()).toMatchObject({ till: 7 });
  });

  test('waits for a new file or a manager when refused', async () => {
    const stub = new StubCollector();
    await using server = await stub.serve();
    const made = await tillInChain({ file: { headOffice: { address: server.origin, code: 'BAD-CODE' } } });
    const problem = () => made.headOffice.view().joining?.problem?.code;
    await expect.poll(problem).toBe('head-office.code-unknown');
    await made.clock.advance(600_000);
    made.changed();
    expect(stub.calls).toHaveLength(1);
    const next = provisioned({ headOffice: { address: server.origin, code: 'GOOD-CODE' } });
    await made.till.adjustAfter(() => made.save.terminal(next));
    made.changed();
    await expect.poll(() => made.chain()).toMatchObject({ till: 7 });
  });
});
