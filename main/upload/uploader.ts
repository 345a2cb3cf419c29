import type { KeyObject } from 'node:crypto';
import { type Clock, type Random, sleep } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { type JournalSeal, Sealing } from '../journal/sealing.ts';
import { askCollector, type CollectorParts } from './collector.ts';
import { payoutParts } from './payouts-to-upload.ts';
import {
  type Anchors,
  headOf,
  lineOf,
  pointsAt,
  provenAfter,
  readUploaded,
  type UploadedJournal,
} from './uploaded-journal.ts';
import {
  type Answer,
  batchBody,
  CALLS_OF_A_START,
  type Call,
  MOST_BYTES,
  MOST_EVENTS,
  MOST_POINTS,
  NO_HASH,
  type Place,
  pathOf,
  type Status,
} from './wire.ts';

export interface UploadFacts {
  readonly status: Omit<Status, 'backlog'>;
  readonly anchors: Anchors;
  /** Null without settings of head office. */
  readonly settings: string | null;
  /** The payout lists last fetched in this run. */
  readonly payouts?: { readonly file: string; readonly fetch: number } | undefined;
}

export interface UploadNews {
  /** ms since the epoch. */
  readonly shippedAt?: number | undefined;
  /** Events not yet uploaded; absent while unknown. */
  readonly waiting?: number | undefined;
  readonly fault?: TillError | undefined;
}

export interface UploaderParts {
  readonly transport: CollectorParts['transport'];
  readonly address: string;
  readonly till: number;
  readonly privateKey: KeyObject;
  readonly sealKey: Buffer;
  /** Higher than the number of every earlier start. */
  readonly start: number;
  /** The journal in use comes first. */
  journals(anchors: Anchors): readonly UploadedJournal[];
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
  readonly signal: AbortSignal;
  /** Resolves after a journal write, or after `ms`. */
  news(ms: number): Promise<UploadFacts>;
  /** Resolves when no sale has priority. */
  turn(): Promise<void>;
  settings(given: Answer<'settings'>): void;
  report(news: UploadNews): void;
}

const STATUS_MS = 60_000;
/** Limits the rate: each new revision is a save at the till. */
const SETTINGS_MS = 60_000;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 5 * 60_000;
/** Size of a header with the longest texts. */
const HEADER_BYTES = 8_192;

interface Batch {
  readonly journal: UploadedJournal;
  readonly body: string;
  readonly last: Place;
}

/** Until the signal aborts or the collector ends the till. Reports each fault, then retries after a pause. */
export async function ship(parts: UploaderParts): Promise<void> {
  const { clock, random, signal } = parts;
  const uploader = new Uploader(parts);
  let failures = 0;
  let pause = 0;
  while (!signal.aborted) {
    try {
      const facts = await parts.news(failures === 0 ? pause : 0);
      if (signal.aborted) return;
      pause = await uploader.round(facts);
      failures = 0;
    } catch (thrown) {
      const fault = toTillError(thrown);
      if (signal.aborted) return;
      parts.report({ fault });
      if (fault.code === 'head-office.ended' || fault.code === 'head-office.counter') return;
      const longest = Math.min(FIRST_BACKOFF_MS * 2 ** failures, LONGEST_BACKOFF_MS);
      failures += 1;
      const asked = fault.retryAfterMs ?? 0;
      await sleep(clock, asked + longest * random.next(), signal).catch(() => undefined);
    }
  }
}

class Uploader {
  readonly #parts: UploaderParts;
  readonly #places = new Map<string, Place>();
  readonly #backlogs = new Map<string, number>();
  readonly #payoutsSent = new Set<string>();
  /** Empty before the first response. */
  #journals: readonly UploadedJournal[] = [];
  /** Repeated unchanged until the collector responds: the collector recognises a repeated batch. */
  #unanswered: Batch | undefined;
  #debtors = false;
  #counter: number;
  #lastSentAt = 0;
  #statusAt = Number.NEGATIVE_INFINITY;
  #payoutsFetch = 0;
  #settings: string | null = null;
  #settingsDueAt = Number.NEGATIVE_INFINITY;
  #answeredAt: number | undefined;

  constructor(parts: UploaderParts) {
    this.#parts = parts;
    this.#counter = parts.start * CALLS_OF_A_START;
  }

  /** Returns the time until the next status call, ms. Throws the errors of the collector and of the journal. */
  async round(facts: UploadFacts): Promise<number> {
    const { clock, journals, report } = this.#parts;
    this.#settings = facts.settings;
    // The status call comes first: its response says whether to send the payers' data.
    if (this.#journals.length === 0) {
      await this.#status(facts);
      this.#journals = journals(facts.anchors);
    }
    const [inUse, ...others] = this.#journals;
    const fault = inUse && (await this.#uploadAll(inUse, facts));
    // A refused journal must not stop the status calls.
    if (clock.monotonic() >= this.#statusAt) await this.#status(facts);
    // Other journals no longer change, so one upload per run is enough.
    for (const journal of others) await this.#uploadAll(journal, facts);
    this.#journals = this.#journals.slice(0, 1);
    await this.#payouts(facts);
    if (fault !== undefined) throw fault;
    report({ shippedAt: this.#answeredAt, waiting: this.#backlog() });
    return Math.max(0, this.#statusAt - clock.monotonic());
  }

  async #ask<Name extends Call>(name: Name, body: string): Promise<Answer<Name>> {
    const { till, clock } = this.#parts;
    this.#counter += 1;
    const asked = { name, path: pathOf(till, name), body, counter: this.#counter };
    const answer = await askCollector({ ...this.#parts, now: () => clock.now() }, asked);
    this.#answeredAt = clock.now();
    return answer;
  }

  /** Rises with each call, even after the clock was set back. */
  #sentAt(): number {
    this.#lastSentAt = Math.max(this.#parts.clock.now(), this.#lastSentAt + 1);
    return this.#lastSentAt;
  }

  async #heed({ settings, debtors }: Pick<Answer<'status'>, 'settings' | 'debtors'>): Promise<void> {
    const { clock, random } = this.#parts;
    this.#debtors = debtors;
    this.#statusAt = clock.monotonic() + STATUS_MS * (0.8 + 0.4 * random.next());
    if (settings === this.#settings || clock.monotonic() < this.#settingsDueAt) return;
    this.#settingsDueAt = clock.monotonic() + SETTINGS_MS;
    const none = { revision: null, settings: {} };
    const ask = () => this.#ask('settings', JSON.stringify({ sentAt: this.#sentAt() }));
    this.#parts.settings(settings === null ? none : await ask());
    this.#settings = settings;
  }

  async #status(facts: UploadFacts): Promise<void> {
    const status = { ...facts.status, backlog: this.#backlog() };
    try {
      await this.#heed(await this.#ask('status', JSON.stringify({ sentAt: this.#sentAt(), status })));
    } catch (thrown) {
      const { serviceCode, values } = toTillError(thrown);
      if (serviceCode === 'status.replayed') this.#lastSentAt = Number(values?.['sentAt'] ?? this.#lastSentAt);
      throw thrown;
    }
  }

  #backlog(): number {
    return [...this.#backlogs.values()].reduce((sum, one) => sum + one, 0);
  }

  /** Returns true when the collector has accepted a batch. */
  async #ship(journal: UploadedJournal, facts: UploadFacts): Promise<boolean> {
    const place = this.#places.get(journal.file) ?? (await this.#findPlace(journal));
    this.#places.set(journal.file, place);
    await this.#parts.turn();
    this.#unanswered ??= this.#nextBatch(journal, place, facts);
    const batch = this.#unanswered;
    if (batch === undefined) return false;
    try {
      const answer = await this.#ask('batches', batch.body);
      this.#unanswered = undefined;
      this.#places.set(batch.journal.file, batch.last);
      if (answer.next !== batch.last.after + 1) throw this.#lost(batch.journal);
      await this.#heed(answer);
      return true;
    } catch (thrown) {
      // The same batch would be refused for ever: ask the collector for the journal's position again.
      if (toTillError(thrown).serviceCode !== undefined) this.#lost(batch.journal);
      throw thrown;
    }
  }

  /** An unreadable or unproven journal must not delay the other journals or the status. */
  async #uploadAll(journal: UploadedJournal, facts: UploadFacts): Promise<TillError | undefined> {
    try {
      while (await this.#ship(journal, facts));
      return undefined;
    } catch (thrown) {
      const fault = toTillError(thrown);
      if (!fault.code.startsWith('journal.')) throw thrown;
      return fault;
    }
  }

  #lost({ file }: UploadedJournal): TillError {
    this.#unanswered = undefined;
    this.#places.delete(file);
    return standsElsewhere();
  }

  #nextBatch(journal: UploadedJournal, place: Place, { status, anchors }: UploadFacts): Batch | undefined {
    const sealing = new Sealing(sealOf(this.#parts.sealKey, anchors), journal.file);
    const { rows, head } = readUploaded(journal, (read, database) => ({
      rows: provenAfter(database, sealing, place.after, MOST_EVENTS),
      head: headOf(read),
    }));
    // The journal was replaced in the meantime.
    if (rows[0] !== undefined && rows[0].prev_hash !== place.prevHash) throw this.#lost(journal);
    this.#backlogs.set(journal.file, Math.max(0, head - place.after));
    const lines: string[] = [];
    let bytes = HEADER_BYTES;
    for (const row of rows) {
      const line = lineOf(row, this.#debtors);
      bytes += Buffer.byteLength(line) + 1;
      if (lines.length > 0 && bytes > MOST_BYTES) break;
      lines.push(line);
    }
    const last = rows[lines.length - 1];
    if (last === undefined) return undefined;
    const sentAt = this.#sentAt();
    const backlog = this.#backlog() - lines.length;
    const header = { account: journal.account, ...place, sentAt, status: { ...status, backlog } };
    return { journal, body: batchBody(header, lines), last: { after: last.seq, prevHash: last.hash } };
  }

  /** The last event that the collector has, found by narrowing down points of the journal. */
  async #findPlace(journal: UploadedJournal): Promise<Place> {
    const head = readUploaded(journal, headOf);
    let numbers = backFrom(head);
    for (;;) {
      const points = readUploaded(journal, (read) => pointsAt(read, numbers));
      const ask = { sentAt: this.#sentAt(), account: journal.account, points };
      const { after, prevHash, below } = await this.#ask('cursor', JSON.stringify(ask));
      const known = points.some(([seq, hash]) => seq === after && hash === prevHash);
      if (!known && (after !== 0 || prevHash !== NO_HASH)) throw standsElsewhere();
      if (below === null || below <= after + 1) return { after, prevHash };
      numbers = between(after, below);
    }
  }

  async #payouts({ payouts }: UploadFacts): Promise<void> {
    const [inUse] = this.#journals;
    if (payouts === undefined || inUse === undefined || payouts.fetch === this.#payoutsFetch) return;
    for (const part of payoutParts(payouts.file, this.#debtors)) {
      if (this.#payoutsSent.has(part.digest)) continue;
      const ask = { sentAt: this.#sentAt(), account: inUse.account, payouts: part.payouts };
      await this.#ask('payouts', JSON.stringify(ask));
      this.#payoutsSent.add(part.digest);
    }
    this.#payoutsFetch = payouts.fetch;
  }
}

/** Anchors are only read in this thread; the main thread writes them. */
function sealOf(key: Buffer, anchors: Anchors): JournalSeal {
  return { key, anchor: (place) => anchors[place], keepAnchor: async () => undefined };
}

function standsElsewhere(): TillError {
  return new TillError('head-office.refused', "Collector's position is not in this journal", {
    values: { why: 'cursor' },
  });
}

/** Event numbers from the head back in growing steps, and the first event. */
function backFrom(head: number): readonly number[] {
  const numbers: number[] = [];
  for (let step = 0; head - step > 1; step = step * 2 + 1) numbers.push(head - step);
  return head > 0 ? [...numbers, 1] : [];
}

/** Falling; includes the lower end. */
function between(after: number, below: number): readonly number[] {
  const count = Math.min(MOST_POINTS - 1, below - after - 1);
  const inner = Array.from({ length: count }, (_, index) =>
    Math.floor(after + ((below - after) * (count - index)) / (count + 1)),
  );
  return [...new Set([...inner, after])].filter((seq) => seq > 0);
}
