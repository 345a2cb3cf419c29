import { describe, expect, test } from 'vitest';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import type { Anchor, JournalSeal } from '../../main/journal/sealing.ts';
import fc from '../base/properties.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { MemoryDisk } from './disks.ts';
import { act, seen } from './sale-events.ts';
import { terminal } from './temporary-journal.ts';

const FILE = 'PROD-shop/journal.sqlite';
const RUNS = 40;

/** A machine with its disk and a keychain that answers on demand. */
class Machine {
  readonly disk = new MemoryDisk();
  readonly clock = new VirtualClock();
  readonly random = new SeededRandom(3);
  readonly kept = new Map<string, Anchor>();
  #waiting: (() => void)[] = [];
  #done = 0;

  open(): Journal {
    const handed = new Map(this.kept);
    const seal: JournalSeal = {
      key: Buffer.alloc(32, 9),
      anchor: (place) => handed.get(place),
      keepAnchor: (place, anchor) => {
        handed.set(place, anchor);
        return new Promise((resolve) => {
          this.#waiting.push(() => {
            this.kept.set(place, anchor);
            resolve();
          });
        });
      },
    };
    return openJournal({ file: FILE, disk: this.disk, clock: this.clock, random: this.random, terminal, seal });
  }

  work(journal: Journal): void {
    this.#done += 1;
    journal.record(seen(`callback-${this.#done}`));
    journal.record(act('unlock'));
  }

  /** Answers all pending keychain requests, and the requests that follow. */
  async answer(): Promise<void> {
    do {
      for (const answer of this.#waiting.splice(0)) answer();
      await this.clock.advance(0);
    } while (this.#waiting.length > 0);
  }

  /** Drops the pending keychain requests of an ended process. */
  forget(): void {
    this.#waiting = [];
  }
}

type Step = 'work' | 'wait' | 'answer' | 'crash' | 'restart' | 'damage';
const steps = fc.array(fc.constantFrom<Step>('work', 'wait', 'answer', 'crash', 'restart', 'damage'), {
  minLength: 3,
  maxLength: 10,
});

async function live(machine: Machine, days: readonly Step[]): Promise<Journal> {
  let journal = machine.open();
  for (const step of days) {
    if (step === 'work') machine.work(journal);
    if (step === 'wait') await machine.clock.advance(2_000);
    if (step === 'answer') await machine.answer();
    if (step === 'restart') {
      journal.close();
      await machine.answer();
    }
    // An unknown table: the file is replaced, and no event is lost.
    if (step === 'damage') machine.disk.open(FILE).exec('CREATE TABLE IF NOT EXISTS more (one TEXT)');
    if (step === 'crash' || step === 'damage') {
      machine.disk.crash();
      machine.forget();
    }
    if (step !== 'work' && step !== 'wait' && step !== 'answer') journal = machine.open();
    if (journal.tampered() !== undefined) throw new Error(`an alarm after ${step}`);
  }
  return journal;
}

describe('a journal with a seal', () => {
  test('raises no alarm despite crashes and late keychain answers', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (days) => {
        const journal = await live(new Machine(), days);
        expect(journal.tampered()).toBeUndefined();
        expect(journal.check().faults).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
