import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { canRead, goBack, goBackAndEnd } from '../../main/updates/go-back.ts';
import { watchStart } from '../../main/updates/start-count.ts';
import { notingLog } from '../base/noting-log.ts';
import { linux, script } from './app-images.ts';
import { UpdatingTill } from './updating-till.ts';

type Start = ReturnType<UpdatingTill['start']>;

function comeUp({ ground }: Start): void {
  ground.heardFrom('till', true);
  ground.heardFrom('display', true);
}

async function updatedTill(): Promise<UpdatingTill> {
  const till = await UpdatingTill.make();
  await till.release('1.0.0', script('1.0.0'));
  await till.release('1.1.0', script('1.1.0'));
  const first = till.start('1.0.0');
  comeUp(first);
  await first.updates.look();
  await first.updates.install();
  first.updates.atEnd();
  await first.updates.close();
  expect(till.installed()).toBe(script('1.1.0').toString());
  return till;
}

/** Starts and ends the app before both windows are up, until a start asks to go back. */
async function failedStarts(till: UpdatingTill, version: string, most = 5): Promise<readonly Start[]> {
  const starts: Start[] = [];
  while (starts.length < most && starts.at(-1)?.ground.goBackTo === undefined) {
    const start = till.start(version);
    start.ground.heardFrom('till', true);
    await start.updates.close();
    starts.push(start);
  }
  return starts;
}

describe('a version that does not come up', linux, () => {
  test('is replaced at the third start and never installed again', async () => {
    await using till = await updatedTill();
    const starts = await failedStarts(till, '1.1.0');
    expect(starts.map(({ ground }) => ground.goBackTo)).toEqual([undefined, undefined, '1.0.0']);
    expect(await starts[2]?.ground.goBack('1.0.0')).toBe(true);
    expect(till.installed()).toBe(script('1.0.0').toString());

    const back = till.start('1.0.0');
    comeUp(back);
    expect(back.updates.view()).toMatchObject({ state: 'idle', wentBack: { from: '1.1.0', to: '1.0.0' } });
    await back.updates.look();
    expect(back.updates.view()).toMatchObject({ state: 'idle', newest: '1.1.0', notTaken: 'failed-before' });
    // A later version with a fix is accepted.
    await till.release('1.1.1', script('1.1.1'), { issuedAt: '2026-11-20T10:00:00Z' });
    await back.updates.look();
    expect(back.updates.view()).toMatchObject({ state: 'ready', newest: '1.1.1' });
    const mended = till.start('1.1.1');
    comeUp(mended);
    expect(mended.ground.memory.state.wentBack).toBeUndefined();
  });

  test('stays after coming up at the second start', async () => {
    await using till = await updatedTill();
    await failedStarts(till, '1.1.0', 1);
    comeUp(till.start('1.1.0'));
    expect(readdirSync(join(till.folder, 'updates/kept'))).toEqual(['1.1.0']);
    expect((await failedStarts(till, '1.1.0')).map(({ ground }) => ground.goBackTo)).toEqual(Array(5).fill(undefined));
  });

  test('needs only the till window without a display', async () => {
    await using till = await updatedTill();
    till.start('1.1.0').ground.heardFrom('till', false);
    expect(till.start('1.1.0').ground.memory.state).toMatchObject({ version: 1, started: '1.1.0' });
  });

  const noWay: readonly [string, (till: UpdatingTill) => void][] = [
    ['is gone', (till) => rmSync(join(till.folder, 'updates/kept/1.0.0'), { recursive: true })],
    [
      'has another byte',
      (till) => writeFileSync(join(till.folder, 'updates/kept/1.0.0/Tillmate-1.0.0.AppImage'), script('6.6.6')),
    ],
    [
      'has the document of another version',
      (till) => {
        const other = readFileSync(join(till.folder, 'updates/kept/1.1.0/release.jws'));
        writeFileSync(join(till.folder, 'updates/kept/1.0.0/release.jws'), other);
      },
    ],
  ];
  test.each(noWay)('is retried and reported when the kept version %s', async (_name, spoil) => {
    await using till = await updatedTill();
    spoil(till);
    const starts = await failedStarts(till, '1.1.0');
    expect(await starts[2]?.ground.goBack('1.0.0')).toBe(false);
    expect(till.installed()).toBe(script('1.1.0').toString());
    const again = till.start('1.1.0');
    expect(again.ground.goBackTo).toBeUndefined();
    expect(again.updates.view()).toMatchObject({ stuck: true });
    comeUp(again);
    expect(again.updates.view().stuck).toBeUndefined();
  });

  test('is not replaced by a version unable to read the data', async () => {
    await using till = await updatedTill();
    const { ground } = (await failedStarts(till, '1.1.0'))[2] ?? till.start('1.1.0');
    const { memory, kept } = ground;
    const installer = {
      kind: 'AppImage',
      endsApp: false,
      prepare: () => Promise.reject(),
      install: () => undefined,
    } as const;
    const log = { info: () => undefined, warn: () => undefined };
    const parts = { memory, kept, installer, log, from: '1.1.0', to: '1.0.0', canRead: () => false };
    expect(await goBack(parts)).toBe(false);
    expect(memory.state).toMatchObject({ stuck: true, failed: [] });
  });
});

test('a full disk prevents going back but not starting', linux, async () => {
  await using till = await updatedTill();
  const { ground } = (await failedStarts(till, '1.1.0'))[2] ?? till.start('1.1.0');
  const state = { ...ground.memory.state, starting: { version: '1.1.0', tries: 2 } };
  const full = (): never => {
    throw new TillError('update.disk', 'the disk is full');
  };
  const memory = { state, change: full };
  const { kept } = ground;
  const said: string[] = [];
  const log = notingLog((message) => void said.push(message));
  const installer = { kind: 'AppImage', endsApp: false, prepare: full, install: full } as const;
  const parts = { memory, kept, installer, log, from: '1.1.0', to: '1.0.0', canRead: () => true };
  expect(await goBack(parts)).toBe(false);
  expect(watchStart('1.1.0', memory, kept, log).goBackTo).toBeUndefined();
  expect(said).toContain('update.disk');
});

test('a first installation keeps starting', linux, async () => {
  await using till = await UpdatingTill.make();
  const starts = await failedStarts(till, '1.0.0');
  expect(starts.map(({ ground }) => ground.goBackTo)).toEqual(Array(5).fill(undefined));
});

test('an unreadable state starts over', linux, async () => {
  await using till = await UpdatingTill.make();
  comeUp(till.start('1.0.0'));
  writeFileSync(join(till.folder, 'updates/state.json'), '{"version":7}');
  expect(till.start('1.0.0').ground.memory.state).toEqual({
    version: 1,
    failed: [],
    starting: { version: '1.0.0', tries: 1 },
  });
  expect(existsSync(join(till.folder, 'updates/state.json'))).toBe(true);
});

test('canRead accepts versions able to read the stored data', () => {
  expect(canRead('0.1.0')).toBe(true);
  expect(canRead('0.0.9')).toBe(false);
  expect(canRead('9.0.0', { terminalFile: {}, journal: {} })).toBe(false);
});

test.each([
  ['done, by what ends the app itself', 'done', true, []],
  ['done', 'done', false, ['quit']],
  ['not done', 'not-done', true, ['again', 'quit']],
  ['failed', 'failed', false, ['again', 'quit']],
] as const)('going back that is %s', async (_name, outcome, endsItself, calls) => {
  const called: string[] = [];
  const app = { startAgain: () => void called.push('again'), quit: () => void called.push('quit') };
  const wentBack = outcome === 'failed' ? Promise.reject(new Error('disk full')) : Promise.resolve(outcome === 'done');
  await goBackAndEnd(app, wentBack, { endsApp: endsItself });
  expect(called).toEqual(calls);
});
