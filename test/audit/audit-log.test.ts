import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Act, createActs } from '../../main/audit/audit-log.ts';
import { owedInFile } from '../../main/audit/pending-entries.ts';
import { macOf } from '../../main/base/mac.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { createLog } from '../../main/support/log.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { actsInMemory } from './audit-log-in-memory.ts';

const unlock: Act = { act: 'unlock', by: { role: 'manager', id: 'person-1', name: 'Ada' } };

function started() {
  const clock = new VirtualClock();
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), close: () => undefined });
  const { journal, kept } = stubJournal();
  return { clock, lines, kept, journal, acts: actsInMemory({ clock, log }) };
}

function stubJournal() {
  const kept: JournalEvent[] = [];
  const journal = {
    keep(...events: readonly JournalEvent[]) {
      kept.push(...events);
      return {};
    },
    flush: () => true,
    acts: () => kept.flatMap((event, seq) => (event.type === 'act' ? [{ seq, at: 0, act: event }] : [])).reverse(),
  };
  return { journal, kept };
}

test.each([
  'backup-made',
  'key-jwks-saved',
  'provisioned',
  'provisioning-alarm-cleared',
  'provisioning-refused',
  'restore-begun',
])('the log hides file names chosen by people: %s', (act) => {
  const { acts, lines } = started();
  acts.record({ act, by: { role: 'manager' }, about: 'Grace-Page.json' });
  acts.record({ act: 'sale-allowed', by: { role: 'manager' }, about: 's1' });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { act, name: expect.stringMatching(/^#[0-9a-f]{8}[+]15$/) },
    { act: 'sale-allowed', about: 's1' },
  ]);
  expect(lines.join('')).not.toContain('Grace');
});

test('an act is appended to the open journal', () => {
  const { acts, journal, kept } = started();
  acts.journalOpened(journal, 'live');
  acts.record({ ...unlock, about: 'settings', values: { tries: 2 } });
  expect(kept).toEqual([{ type: 'act', ...unlock, about: 'settings', values: { tries: 2 } }]);
});

test('acts without a journal wait, in order, with their time', async () => {
  const { acts, journal, kept, clock } = started();
  const close = acts.journalOpened(journal, 'live');
  close();
  const at = clock.now();
  acts.record(unlock);
  await clock.advance(5_000);
  acts.record({ act: 'pin-wrong', by: { role: 'cashier' } });
  expect(kept).toEqual([]);
  acts.journalOpened(journal, 'live');
  expect(kept).toEqual([
    { type: 'act', ...unlock, happenedAt: at },
    { type: 'act', act: 'pin-wrong', by: { role: 'cashier' }, happenedAt: at + 5_000 },
  ]);
});

test('closing an old journal late does not detach the new journal', () => {
  const { acts, journal, kept } = started();
  const close = acts.journalOpened(stubJournal().journal, 'live');
  acts.journalOpened(journal, 'live');
  close();
  acts.record(unlock);
  expect(kept).toEqual([{ type: 'act', ...unlock }]);
});

test('keeps the oldest acts and journals the dropped count', () => {
  const { acts, journal, kept } = started();
  for (let nth = 0; nth < 203; nth += 1) acts.record({ act: 'paper-printed', by: unlock.by, values: { nth } });
  acts.journalOpened(journal, 'live');
  const held = kept.flatMap((event) => (event.type === 'act' ? [event.values] : []));
  expect([held[0], held[199], held[200], held.length]).toEqual([{ nth: 0 }, { nth: 199 }, { dropped: 3 }, 201]);
  const next = stubJournal();
  acts.journalOpened(next.journal, 'live');
  expect(next.kept).toEqual([]);
});

test('logs kind, role and subject of an act only', () => {
  const { acts, lines } = started();
  acts.record({ ...unlock, about: 'sale-1', values: { note: 'something said' } });
  const line = JSON.parse(lines[0] ?? '{}');
  expect(line).toMatchObject({ act: 'unlock', role: 'manager', about: 'sale-1' });
  expect(lines[0]).not.toMatch(/Ada|something said/);
});

describe('acts for both modes', () => {
  const pinChanged: Act = { act: 'pin-changed', by: unlock.by };
  const sealKey = Buffer.alloc(32, 7);
  const file = () => join(folder, 'owed-acts.json');
  /** Seals a body as the till does in the owed-acts file. */
  const sealed = (body: string, key = sealKey) => JSON.stringify({ version: 1, body, mac: macOf(key, [body]) });

  function start(clock = new VirtualClock(), key: () => Buffer | undefined = () => sealKey) {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line), close: () => undefined });
    const owed = owedInFile(file(), log, clock, key);
    return { clock, lines, acts: createActs({ clock, log, owed }) };
  }
  const names = (events: readonly JournalEvent[]) => events.map((event) => (event.type === 'act' ? event.act : ''));

  test('in training are also appended to the live journal', () => {
    const [training, live] = [stubJournal(), stubJournal()];
    const { acts, clock } = start();
    const leave = acts.journalOpened(training.journal, 'training');
    for (const act of [pinChanged, { ...unlock, act: 'person-added' }, { ...unlock, act: 'settings-changed' }])
      acts.record(act);
    acts.record({ act: 'shift-closed', by: unlock.by });
    acts.record({ act: 'exported', by: { role: 'till' }, values: { environment: 'TRAINING' } });
    expect(live.kept).toEqual([]);
    leave();
    acts.journalOpened(live.journal, 'live');
    expect(names(training.kept)).toEqual([
      'pin-changed',
      'person-added',
      'settings-changed',
      'shift-closed',
      'exported',
    ]);
    expect(names(live.kept)).toEqual(['pin-changed', 'person-added', 'settings-changed']);
    expect(live.kept[0]).toMatchObject({ happenedAt: clock.now(), by: pinChanged.by });
  });

  test('survive restarts and reach the live journal once', () => {
    start().acts.record(pinChanged);
    const training = stubJournal();
    const second = start();
    second.acts.journalOpened(training.journal, 'training');
    second.acts.record({ act: 'pin-wrong', by: { role: 'cashier' } });
    const live = stubJournal();
    start().acts.journalOpened(live.journal, 'live');
    expect(names(live.kept)).toEqual(['pin-changed', 'pin-wrong']);
    start().acts.journalOpened(live.journal, 'live');
    expect(live.kept).toHaveLength(2);
  });

  test('reach a real journal once with all their fields', () => {
    const { clock, acts } = start();
    acts.record({
      act: 'person-changed',
      by: unlock.by,
      about: 'p1',
      values: { name: 'Zoë', role: 'cashier', pin: true },
    });
    acts.record({ act: 'pin-wrong', by: { role: 'cashier' } });
    const owed = readFileSync(file());
    const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
    const journalFile = join(folder, 'journal.sqlite');
    for (const _start of [1, 2]) {
      const journal = openJournal({
        file: journalFile,
        disk: systemDisk,
        clock,
        random: new SeededRandom(7),
        terminal,
      });
      writeFileSync(file(), owed);
      start().acts.journalOpened(journal, 'live');
      expect(journal.acts(undefined, 10).map(({ act }) => act)).toEqual([
        { type: 'act', act: 'pin-wrong', by: { role: 'cashier' }, happenedAt: clock.now() },
        {
          type: 'act',
          act: 'person-changed',
          by: unlock.by,
          about: 'p1',
          values: { name: 'Zoë', role: 'cashier', pin: true },
          happenedAt: clock.now(),
        },
      ]);
      expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ body: '{"acts":[]}' });
      journal.close();
    }
  });

  test('survive a crash until the live journal is flushed', () => {
    start().acts.record(pinChanged);
    const full = { ...stubJournal().journal, flush: () => false };
    const before = start();
    before.acts.journalOpened(full, 'live')();
    // The training journal has room, but was not given the act.
    before.acts.journalOpened(stubJournal().journal, 'training');
    const live = stubJournal();
    const { acts } = start();
    acts.journalOpened(live.journal, 'live');
    expect(names(live.kept)).toEqual(['pin-changed']);
  });

  test('are removed from the file once the journal is flushed', () => {
    start().acts.record(pinChanged);
    let room = false;
    const live = stubJournal();
    const { acts } = start();
    acts.journalOpened({ ...live.journal, flush: () => room }, 'live');
    room = true;
    acts.record(unlock);
    // Owed only to the next account, so not removed with the others.
    acts.record({ act: 'settings-changed', by: unlock.by }, 'and-next-account');
    acts.record(unlock);
    const other = stubJournal();
    start().acts.journalOpened(other.journal, 'live');
    expect(names(live.kept)).toEqual(['pin-changed', 'unlock', 'settings-changed', 'unlock']);
    expect(names(other.kept)).toEqual(['settings-changed']);
  });

  test('with a change of account reach both journals once', () => {
    const [left, next] = [stubJournal(), stubJournal()];
    const { acts } = start();
    const leave = acts.journalOpened(left.journal, 'live');
    acts.record({ act: 'settings-changed', by: unlock.by }, 'and-next-account');
    acts.record(unlock);
    leave();
    acts.journalOpened(next.journal, 'live')();
    acts.journalOpened(left.journal, 'live');
    expect(names(left.kept)).toEqual(['settings-changed', 'unlock']);
    expect(names(next.kept)).toEqual(['settings-changed']);
  });

  test('with an undone change of account reach its journal once', () => {
    const left = stubJournal();
    const { acts, clock } = start();
    acts.journalOpened(left.journal, 'live');
    acts.record({ act: 'settings-changed', by: unlock.by }, 'and-next-account');
    const again = start(clock);
    again.acts.record({ act: 'settings-changed', by: unlock.by, about: 'undo' }, 'and-next-account');
    again.acts.journalOpened(left.journal, 'live');
    expect(left.kept.map((event) => event.type === 'act' && event.about)).toEqual([undefined, 'undo']);
  });

  test("beyond the file's limit are dropped and counted", () => {
    const { acts } = start();
    acts.journalOpened(stubJournal().journal, 'training');
    for (let nth = 0; nth < 502; nth += 1) acts.record({ ...pinChanged, values: { nth } });
    const live = stubJournal();
    start().acts.journalOpened(live.journal, 'live');
    expect(live.kept).toHaveLength(501);
    expect(live.kept[0]).toMatchObject({ values: { nth: 0 } });
    expect(live.kept.at(-1)).toMatchObject({ act: 'acts-dropped', values: { dropped: 2 } });
    const next = stubJournal();
    start().acts.journalOpened(next.journal, 'live');
    expect(next.kept).toEqual([]);
  });

  const cleared = { type: 'act', act: 'journal-alarm-cleared', by: { role: 'manager', name: 'Ada' }, happenedAt: 1 };
  const body = JSON.stringify({ acts: [cleared] });
  test.each([
    ['is cut off', '{"version":1,"bo'],
    ['holds acts that nobody has sealed', JSON.stringify({ version: 1, acts: [cleared] })],
    ['is sealed with another key', sealed(body, Buffer.alloc(32, 8))],
    ['has the seal of other acts', JSON.stringify({ ...JSON.parse(sealed('{"acts":[]}')), body })],
    ['holds a sealed act about a journal', sealed(body)],
    ['holds a sealed act of no known name', sealed(body.replace('journal-alarm-cleared', 'anything'))],
  ])('a file that %s is discarded, logged and journaled', (_what, text) => {
    writeFileSync(file(), text);
    const live = stubJournal();
    const { acts, lines } = start();
    acts.journalOpened(live.journal, 'live');
    expect(live.kept).toMatchObject([{ act: 'acts-dropped', by: { role: 'till' }, values: { dropped: 1 } }]);
    expect(lines.join()).toContain('acts.owed');
  });

  test('before the key is known are stored later, in order', () => {
    start().acts.record(pinChanged);
    let key: Buffer | undefined;
    const { acts } = start(new VirtualClock(), () => key);
    const before = readFileSync(file(), 'utf8');
    acts.record({ act: 'provisioning-refused', by: { role: 'till' } });
    expect(readFileSync(file(), 'utf8')).toBe(before);
    key = sealKey;
    acts.journalOpened(stubJournal().journal, 'training');
    const live = stubJournal();
    start().acts.journalOpened(live.journal, 'live');
    expect(names(live.kept)).toEqual(['pin-changed', 'provisioning-refused']);
  });

  test('a write failure is logged without losing the act', () => {
    const { acts, lines } = start();
    mkdirSync(`${file()}.new`);
    acts.record(pinChanged);
    expect(lines.join()).toContain('acts.owed');
    const live = stubJournal();
    acts.journalOpened(live.journal, 'live');
    expect(names(live.kept)).toEqual(['pin-changed']);
  });
});
