import type { TransactionKind } from '../../preload/contract/payouts.ts';
import { listDaysOf, listedFrom, utcDayOf } from '../base/days.ts';
import { TillError } from '../base/till-error.ts';
import type { Transaction } from '../domain/payment-service.ts';
import type { ListPage, ReconciliationLists } from '../service/reconciliation-lists.ts';
import {
  beginPass,
  type Days,
  dropVanished,
  finishPiece,
  isWholeList,
  nextPiece,
  type Piece,
  pageRead,
  planFilling,
} from './fetch-plan.ts';
import { type Done, doneHere } from './journal-side.ts';
import { lookUpPayments, type PaymentLookUp } from './look-up-payments.ts';
import { type ListedSoFar, matchUnlisted } from './match.ts';
import { createPageWriter, type PageWriter, type PageWriterParts } from './page-writer.ts';
import { type PayoutStore, recountSums } from './payout-store.ts';
import { putPayout } from './payouts.ts';
import { isListed, putUnlisted } from './transactions.ts';

interface LoadParts extends PageWriterParts {
  readonly service: ReconciliationLists & PaymentLookUp;
  readonly days: Days;
  readonly turn: () => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Transactions matched and stored before the rest of the app has its turn: a few ms. */
const AT_ONCE = 200;

/** Most attempts to read a changing list. */
const MOST_TRIES = 3;

/** Runs a fetch's open pieces; stores only complete pages. Rejects with the failure's `TillError`, or `aborted`. */
export async function load(parts: LoadParts): Promise<void> {
  const loader = new Loader(parts);
  for (let piece = nextPiece(parts.store); piece !== undefined; piece = nextPiece(parts.store)) await loader.do(piece);
}

class Loader {
  readonly #parts: LoadParts;
  readonly #store: PayoutStore;
  readonly #writer: PageWriter;
  #listsUnpaid = false;
  /** By bulk id. */
  readonly #newestPaidOut = new Map<string, number>();

  constructor(parts: LoadParts) {
    this.#parts = parts;
    this.#store = parts.store;
    this.#writer = createPageWriter(parts);
  }

  async do(piece: Piece): Promise<void> {
    switch (piece.kind) {
      case 'payouts':
      case 'payments':
      case 'refunds':
        return this.#readPage(piece);
      case 'fill':
        return this.#whole(async () => {
          planFilling(this.#store);
          finishPiece(this.#store, piece);
        });
      case 'look-ups':
        await lookUpPayments({
          ...this.#parts,
          writer: this.#writer,
          mustBeListed: (at) => this.#mustBeListed(at),
        });
        return finishPiece(this.#store, piece);
      case 'journal': {
        const elsewhere = await this.#listedOnOtherDays();
        await this.#whole(() => this.#compareJournal(piece, elsewhere));
      }
    }
  }

  async #readPage(piece: Piece): Promise<void> {
    if (piece.pass === 0) return beginPass(this.#store, piece);
    const page = await this.#ask(piece);
    if (page === 'gone') return finishPiece(this.#store, piece);
    if (hasChanged(piece, page) && piece.tries < MOST_TRIES) return beginPass(this.#store, piece);
    await this.#whole(async () => {
      const seen = await this.#keep(piece, page);
      pageRead(this.#store, piece, { total: page.totalElements, seen, unverified: page.verifyFault !== undefined });
      if (page.size > 0 && page.number + 1 < page.totalPages) return;
      const isShort = page.verifyFault === undefined && piece.seen + seen < page.totalElements;
      if (isShort && piece.tries < MOST_TRIES) return beginPass(this.#store, piece);
      if (piece.tries > 1) dropVanished(this.#store, piece);
      finishPiece(this.#store, piece);
    });
  }

  async #ask(piece: Piece): Promise<AskedPage | 'gone'> {
    try {
      return await this.#inTurn(() => this.#askOnce(piece));
    } catch (thrown) {
      // Listed among the payouts, but gone at the service: its sums then show all transactions as missing.
      if (thrown instanceof TillError && thrown.code === 'payout.not-found') return 'gone';
      throw thrown;
    }
  }

  /** Repeats the request for an unverified page once: a transmission fault passes, a forgery remains unverified. */
  async #inTurn<P extends { readonly verifyFault?: string | undefined }>(ask: () => Promise<P>): Promise<P> {
    await this.#parts.turn();
    const page = await ask();
    if (page.verifyFault === undefined) return page;
    await this.#parts.turn();
    return ask();
  }

  async #askOnce({ kind, days, payout, nextPage }: Piece): Promise<AskedPage> {
    const { service, signal } = this.#parts;
    if (kind === 'payouts') {
      const page = await service.payoutsPage(days?.from ?? '', nextPage, { signal, urgency: 'background' });
      const proven = page.verifyFault === undefined;
      return asked(page, nextPage, (each) => {
        putPayout(this.#store, each, { proven });
        return 1;
      });
    }
    const payoutId = payout === undefined ? undefined : this.#payoutId(payout);
    const query = payoutId === undefined ? { startDate: days?.from ?? '', endDate: days?.to ?? '' } : { payoutId };
    const page = await (kind === 'payments'
      ? service.paymentsPage(query, nextPage, { signal, urgency: 'background' })
      : service.refundsPage(query, nextPage, { signal, urgency: 'background' }));
    const proven = page.verifyFault === undefined;
    return asked(page, nextPage, (listed, pass) => {
      if (proven && kind === 'payments') this.#note(listed, payoutId);
      return this.#writer.put(listed, { payoutId, proven, pass });
    });
  }

  #payoutId(number: number): string {
    return String(this.#store.get('SELECT payout_id FROM payouts WHERE number = ?', number)?.['payout_id']);
  }

  /** Notes for `matchUnlisted` whether the service lists unpaid transactions, and the newest payment in a payout. */
  #note({ payoutId, paymentId, date }: Transaction, asked: string | undefined): void {
    const payout = payoutId ?? asked;
    if (payout === undefined) {
      this.#listsUnpaid = true;
      return;
    }
    const bulkId = this.#bulkIdOf(payout, paymentId);
    this.#newestPaidOut.set(bulkId, Math.max(this.#newestPaidOut.get(bulkId) ?? Number.NEGATIVE_INFINITY, date));
  }

  /** Returns the bulk id of a fetched payout, or else of the sale; empty if unknown. */
  #bulkIdOf(payout: string, paymentId: string): string {
    const row = this.#store.get('SELECT bulk_id FROM payouts WHERE payout_id = ? AND told = 1', payout);
    return String(row?.['bulk_id'] ?? this.#parts.journal.saleOfPayment(paymentId)?.bulkId ?? '');
  }

  #keepNotes(): void {
    if (this.#listsUnpaid) this.#store.setFact('lists-unpaid', 'yes');
    const known = this.#knownPaidOut();
    for (const [bulkId, newest] of this.#newestPaidOut)
      if (newest > (known.get(bulkId) ?? Number.NEGATIVE_INFINITY)) known.set(bulkId, newest);
    if (known.size > 0) this.#store.setFact('newest-paid-out', JSON.stringify([...known]));
  }

  #knownPaidOut(): Map<string, number> {
    return new Map(JSON.parse(this.#store.fact('newest-paid-out') ?? '[]') as [string, number][]);
  }

  async #keep({ pass }: Piece, page: AskedPage): Promise<number> {
    let seen = 0;
    let kept = 0;
    for (const isNew of page.kept(pass)) {
      seen += isNew;
      kept += 1;
      if (kept % AT_ONCE === 0) await this.#breathe();
    }
    this.#keepNotes();
    return seen;
  }

  /**
   * Returns the ids listed under days outside the range. A day outside is fetched only for transactions missing from
   * the lists so far. A day that has not begun in UTC is skipped: the service may refuse it.
   */
  async #listedOnOtherDays(): Promise<ReadonlySet<string>> {
    const wanted = { payment: new Set<string>(), refund: new Set<string>() };
    const lastDay = utcDayOf(this.#askedAt);
    for await (const { kind, id, otherDays } of this.#done())
      if (otherDays.length > 0 && !isListed(this.#store, kind, id))
        for (const day of otherDays) if (day <= lastDay) wanted[kind].add(day);
    const found = new Set<string>();
    for (const kind of ['payment', 'refund'] as const)
      for (const day of wanted[kind]) for await (const id of this.#idsOf(kind, day)) found.add(id);
    return found;
  }

  async *#done(): AsyncGenerator<Done> {
    let looked = 0;
    for (const done of doneHere(this.#parts.journal, this.#parts.days)) {
      if (done !== undefined) yield done;
      looked += 1;
      if (looked % AT_ONCE === 0) await this.#breathe();
    }
  }

  async *#idsOf(kind: TransactionKind, day: string): AsyncGenerator<string> {
    const { service, signal } = this.#parts;
    const query = { startDate: day, endDate: day };
    for (let number = 0; ; number += 1) {
      const ask = kind === 'payment' ? service.paymentsPage : service.refundsPage;
      const page = await this.#inTurn(() => ask(query, number, { signal, urgency: 'background' }));
      // A forged response must not hide a missing transaction.
      if (page.verifyFault === undefined) for (const { paymentId, refundId } of page.items) yield refundId ?? paymentId;
      if (page.size === 0 || page.number + 1 >= page.totalPages) return;
    }
  }

  async #compareJournal(piece: Piece, elsewhere: ReadonlySet<string>): Promise<void> {
    const listed = this.#listedSoFar();
    for await (const done of this.#done()) if (!elsewhere.has(done.id)) this.#putUnlisted(done, listed);
    recountSums(this.#store);
    finishPiece(this.#store, piece);
  }

  #putUnlisted({ at, endedAt, otherDays: _otherDays, listedFrom, ...transaction }: Done, listed: ListedSoFar): void {
    if (isListed(this.#store, transaction.kind, transaction.id)) return;
    const state = matchUnlisted(
      { at, listedFrom },
      listed,
      this.#parts.journal.saleOfPayment(transaction.paymentId)?.bulkId,
    );
    putUnlisted(this.#store, { ...transaction, payout: 0, state, shift: this.#parts.shiftOf(endedAt) });
  }

  /** Returns true if the lists of this time's days are complete and verified, and the payment is due in them. */
  #mustBeListed(at: number): boolean {
    return (
      listDaysOf(at).every((day) => isWholeList(this.#store, 'payments', day)) &&
      matchUnlisted({ at, listedFrom: listedFrom(at) }, this.#listedSoFar()) === 'missing-at-service'
    );
  }

  #listedSoFar(): ListedSoFar {
    return {
      listsUnpaid: this.#store.fact('lists-unpaid') === 'yes',
      newestPaidOut: this.#knownPaidOut(),
      askedAt: this.#askedAt,
    };
  }

  /** By the service's clock. */
  get #askedAt(): number {
    return Number(this.#store.fact('asked-at') ?? 0);
  }

  async #whole(work: () => Promise<void>): Promise<void> {
    this.#store.run('BEGIN IMMEDIATE');
    try {
      await work();
      this.#store.run('COMMIT');
    } catch (thrown) {
      // On a full disk SQLite has already rolled back.
      if (this.#store.isTransaction) this.#store.run('ROLLBACK');
      throw thrown;
    }
  }

  async #breathe(): Promise<void> {
    await this.#parts.pause();
    if (this.#parts.signal.aborted) throw new TillError('aborted', 'Fetching the payouts stopped');
  }
}

/** `kept` stores the items of the page, yielding 1 for an item new to this pass, else 0. */
interface AskedPage extends Omit<ListPage<unknown>, 'items'> {
  kept(pass: number): Generator<number>;
}

function asked<Item>(page: ListPage<Item>, number: number, put: (item: Item, pass: number) => number): AskedPage {
  return {
    ...page,
    number,
    *kept(pass) {
      for (const item of page.items) yield put(item, pass);
    },
  };
}

/** Returns true if the list grew or shrank since the page before: an element may have crossed the page border. */
function hasChanged({ nextPage, total }: Piece, { totalElements }: AskedPage): boolean {
  return nextPage > 0 && totalElements !== total;
}
