import { expect, test } from 'vitest';
import type { JournalEvent } from '../../main/journal/events.ts';
import { createLog } from '../../main/support/log.ts';
import { type Act, createActs } from '../../main/till/acts.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const unlock: Act = { act: 'unlock', by: { role: 'manager', id: 'person-1', name: 'Ada' } };

function started() {
  const clock = new VirtualClock();
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), close: () => undefined });
  const kept: JournalEvent[] = [];
  const journal = { keep: (...events: readonly JournalEvent[]) => void kept.push(...events) };
  return { clock, lines, kept, journal, acts: createActs({ clock, log }) };
}

test('what is done while a journal is open goes into it', () => {
  const { acts, journal, kept } = started();
  acts.journalOpened(journal);
  acts.record({ ...unlock, about: 'settings', values: { tries: 2 } });
  expect(kept).toEqual([{ type: 'act', ...unlock, about: 'settings', values: { tries: 2 } }]);
});

test('what is done while none is open waits for the next, in order, with the time when it happened', async () => {
  const { acts, journal, kept, clock } = started();
  const close = acts.journalOpened(journal);
  close();
  const at = clock.now();
  acts.record(unlock);
  await clock.advance(5_000);
  acts.record({ act: 'pin-wrong', by: { role: 'cashier' } });
  expect(kept).toEqual([]);
  acts.journalOpened(journal);
  expect(kept).toEqual([
    { type: 'act', ...unlock, happenedAt: at },
    { type: 'act', act: 'pin-wrong', by: { role: 'cashier' }, happenedAt: at + 5_000 },
  ]);
});

test('a journal that is closed late does not end the one that was opened since', () => {
  const { acts, journal, kept } = started();
  const close = acts.journalOpened({ keep: () => undefined });
  acts.journalOpened(journal);
  close();
  acts.record(unlock);
  expect(kept).toEqual([{ type: 'act', ...unlock }]);
});

test('of more than can be held the oldest are kept, and the journal says how many were not', () => {
  const { acts, journal, kept } = started();
  for (let nth = 0; nth < 203; nth += 1) acts.record({ ...unlock, values: { nth } });
  acts.journalOpened(journal);
  const held = kept.flatMap((event) => (event.type === 'act' ? [event.values] : []));
  expect([held[0], held[199], held[200], held.length]).toEqual([{ nth: 0 }, { nth: 199 }, { dropped: 3 }, 201]);
});

test('each is logged, by what it is, whose and about what, and nothing else of it', () => {
  const { acts, lines } = started();
  acts.record({ ...unlock, about: 'sale-1', values: { note: 'something said' } });
  const line = JSON.parse(lines[0] ?? '{}');
  expect(line).toMatchObject({ act: 'unlock', role: 'manager', about: 'sale-1' });
  expect(lines[0]).not.toMatch(/Ada|something said/);
});
