import { TillError } from '../../../main/base/till-error.ts';
import { JOURNAL_ALARM_CLEARED, REGISTER_RELEASED, SALE_CLAIMED } from '../../../main/journal/projections.ts';
import { PaymentsByKey } from '../../../main/register/payments-by-key.ts';
import { ReceiptNumbers } from '../../../main/register/receipt-numbers.ts';
import type { Register, RegisterPayment } from '../../../main/register/register-payment.ts';
import type { SellingTill } from '../../../main/register/shown-payment.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { RegisterWatch } from '../watches/register-watch.ts';
import { SeededDraw } from '../world/seeded-draw.ts';
import type { World } from '../world/simulated-world.ts';

interface Transaction {
  readonly key: string;
  readonly amount: number;
  readonly reference: string | undefined;
  readonly receiptNumber: number | undefined;
  readonly refunds: Map<string, number>;
  /** Newest state received from the till; undefined after a restart of the register. */
  heard: RegisterPayment | undefined;
  /** The till has responded, so the till has the payment. */
  isKnown: boolean;
}

export interface RegisterFacts {
  readonly register: Register;
  readonly seed: number;
  readonly books: RegisterWatch;
  /** A payment terminal: its payments have receipt numbers, which refunds refer to. */
  readonly isTerminal: boolean;
}

const CASHIER = { role: 'cashier' } as const;
const MOST_SALES = 3;
const REFUND_LIMIT = 200;
const ANSWERS_LOST = 0.25;

/**
 * The shop's cash register: charges, polls, repeats, cancels and refunds by its keys; loses responses and restarts.
 * Keeps its transactions through a restart, but not the received states.
 */
export class CashRegister {
  readonly #world: World;
  readonly #till: SimulatedTill;
  readonly #draw: SeededDraw;
  readonly #payments: PaymentsByKey;
  readonly #transactions: Transaction[] = [];
  #selling: { readonly process: TillProcess; readonly till: SellingTill } | undefined;
  #connection = new AbortController();
  /** Last state of each payment from the events. */
  readonly #told = new Map<string, RegisterPayment>();
  #lastEvent: string | undefined;
  readonly #register: Register;
  readonly #books: RegisterWatch;
  readonly #person: SeededDraw;
  readonly #isTerminal: boolean;
  #numbers: ReceiptNumbers | undefined;
  #numbersReserved = 0;
  /** Number of journal replacements of the till noticed so far. */
  #replacements = 0;

  constructor(world: World, till: SimulatedTill, { register, seed, books, isTerminal }: RegisterFacts) {
    this.#world = world;
    this.#till = till;
    this.#register = register;
    this.#books = books;
    this.#isTerminal = isTerminal;
    this.#person = new SeededDraw(seed ^ 0x3c6ef372);
    // A separate random source leaves the rest of the world unchanged.
    this.#draw = new SeededDraw(~seed);
    const opened = () => this.#open();
    this.#payments = new PaymentsByKey({
      till: {
        mode: 'live',
        get opened() {
          return opened();
        },
        requireOpen: () => {
          const open = opened();
          if (open === undefined) throw new TillError('settings.changing', 'It does not run', { retryable: true });
          return open;
        },
      },
      clock: {
        now: () => till.now(),
        monotonic: () => till.monotonic(),
        after: (ms, task) => world.timeline.after(ms, task),
      },
      random: this.#draw.stream(),
      referenceKey: () => Buffer.from(till.name.padEnd(32)),
      inOtherAccount: (id, key) => till.running && till.inOtherAccount(till.running, id, key),
      changed: () => undefined,
      onChange: till.news.add,
      mayBegin: () => undefined,
      limits: () => ({
        maximum: 99_999,
        refund: Math.min(world.conditions.refundLimit ?? REFUND_LIMIT, REFUND_LIMIT),
      }),
      language: () => 'en',
    });
  }

  begin(): void {
    this.#listen();
    this.#goOn();
  }

  /** After the rough time: each key must be exactly one payment, and the last event must match the current state. */
  async checkFinally(): Promise<void> {
    const { journal } = this.#open() ?? {};
    if (journal === undefined) return;
    const begun = new Map<string, string>();
    const released = new Set<string>();
    for (const { event } of journal.eventsBetween(1, journal.newestSeq())) {
      if (event.type === 'act' && event.act === SALE_CLAIMED && event.values?.['register'] === this.#register.id)
        begun.set(String(event.values['key']), event.about ?? '');
      if (event.type === 'sale.intent' && event.register?.id === this.#register.id) {
        const wanted = this.#transactions.find(({ key }) => key === event.register?.key);
        if (begun.has(event.register.key)) this.#world.fail('register-key', `${event.register.key} was begun twice`);
        if (wanted?.amount !== event.amount)
          this.#world.fail('register-key', `${event.register.key} was begun with ${event.amount}`);
        begun.set(event.register.key, event.saleId);
      }
      if (event.type === 'act' && event.act === REGISTER_RELEASED) released.add(event.about ?? '');
      const isTaken = event.type === 'sale.superseded' && !released.has(event.saleId);
      if (isTaken && [...begun.values()].includes(event.by))
        this.#world.fail('register-busy', `sale ${event.saleId} lost its code to ${event.by}`);
    }
    for (const { key, isKnown } of this.#transactions) {
      if (isKnown && !begun.has(key)) this.#world.fail('register-key', `${key} was answered and is not there`);
      const told = this.#told.get(key);
      const now = begun.has(key) ? await this.#payments.get(this.#register, key) : undefined;
      // After a change of the journal, the till sends no events of payments that ended more than a day ago.
      if (told === undefined && this.#till.replacements > 0) continue;
      if (what(told) !== what(now))
        this.#world.fail('register-told', `${key} is ${what(now)}, and was last told as ${what(told)}`);
    }
  }

  #open(): SellingTill | undefined {
    const { running } = this.#till;
    if (running === undefined || !running.isOpen) return undefined;
    if (this.#selling?.process === running) return this.#selling.till;
    this.#startWith(this.#till.replacements);
    const { journal, sales, refunds } = running;
    const till: SellingTill = {
      journal,
      sales,
      refunds,
      settings: {
        shop: { shopId: 'shop-1', shopName: 'Bakkerij' },
        pos: { posId: this.#till.settings.posId },
        service: { environment: 'PROD' },
        merchant: { profileId: running.account },
      },
      connection: { reachability: { state: 'online' } },
    };
    this.#selling = { process: running, till };
    return till;
  }

  /** A replacement journal may lack payments reported to the register earlier. */
  #startWith(replacements: number): void {
    if (this.#isTerminal) this.#numbers = this.#newNumbers();
    if (replacements === this.#replacements) return;
    this.#replacements = replacements;
    this.#told.clear();
    for (const transaction of this.#transactions) Object.assign(transaction, { heard: undefined, isKnown: false });
  }

  #newNumbers(): ReceiptNumbers {
    const numbers = new ReceiptNumbers({
      reserve: async (count) => {
        this.#numbersReserved = count;
      },
      reserved: () => this.#numbersReserved,
      log: { warn: () => undefined },
    });
    void numbers.reserve();
    return numbers;
  }

  /** Reconnects a broken connection with the ID of the last event. */
  #listen(): void {
    const { signal } = this.#connection;
    const hear = async () => {
      for await (const { id, payment } of this.#payments.events(this.#register, this.#lastEvent, signal)) {
        this.#world.say('register', () => `event ${id}: ${payment.key} ${what(payment)}`);
        this.#lastEvent = id;
        this.#told.set(payment.key, payment);
        this.#hear(payment);
        if (this.#world.rough && this.#draw.chance(0.05)) return;
      }
    };
    const again = () => {
      if (!signal.aborted) this.#world.timeline.after(500, () => this.#listen());
    };
    // A dead process may break its connections.
    hear().then(again, again);
  }

  #goOn(): void {
    if (!this.#world.rough) return;
    const { timeline } = this.#world;
    const pause = this.#draw.of([150, 1_000, 3_000]);
    timeline.after(Math.max(pause, this.#till.closedUntil - timeline.now), () => {
      if (this.#world.rough) this.#decide();
      if (this.#world.rough) this.#act();
      this.#goOn();
    });
  }

  #act(): void {
    const draw = this.#draw;
    const current = this.#transactions.find(({ heard }) => !heard?.final);
    const paid = this.#transactions.filter(({ heard }) => heard?.state === 'paid');
    const refund = paid.length === 0 ? 0 : 24;
    // A register without a response repeats sooner.
    const repeat = current?.isKnown === false ? 9 : 3;
    const choice = draw.weighted(
      current === undefined
        ? { charge: 8, refund, repeat: 1, last: 1, restart: 1, poll: 1, cancel: 0, wait: 1 }
        : { charge: 0.5, refund: refund / 8, repeat, last: 1, restart: 0.5, poll: 4, cancel: 0.7, wait: 4 },
    );
    const some = current ?? this.#transactions[draw.between(0, Math.max(0, this.#transactions.length - 1))];
    if (choice === 'charge') this.#charge();
    if (choice === 'restart') this.#restart();
    if (choice === 'last') this.#asks('its last payment', () => this.#payments.last(this.#register));
    if (some === undefined) return;
    const { key, heard } = some;
    if (choice === 'repeat') this.#put(some);
    if (choice === 'cancel') this.#asks(`to cancel ${key}`, () => this.#payments.cancel(this.#register, key));
    if (choice === 'poll')
      this.#asks(`for news of ${key}`, () =>
        this.#payments.changed(this.#register, key, heard?.rev ?? 0, 2_000, this.#connection.signal),
      );
    const back = paid[draw.between(0, Math.max(0, paid.length - 1))];
    if (choice === 'refund' && back !== undefined) this.#refund(back);
  }

  #charge(): void {
    if (this.#transactions.length >= MOST_SALES) return;
    const receiptNumber = this.#numbers?.take();
    if (this.#isTerminal && receiptNumber === undefined) return;
    const transaction = {
      key: `T${this.#transactions.length}`,
      receiptNumber,
      amount: this.#draw.of([1, 250, 1_995, this.#draw.between(1, 99_999)]),
      reference: this.#draw.chance(0.3) ? `${this.#register.name} ${this.#transactions.length}` : undefined,
      refunds: new Map<string, number>(),
      heard: undefined,
      isKnown: false,
    };
    this.#transactions.push(transaction);
    this.#put(transaction);
    // A register without an immediate response repeats the request.
    if (this.#draw.chance(0.2)) this.#put(transaction);
  }

  #put({ key, amount: amountCents, reference, receiptNumber }: Transaction): void {
    this.#asks(`to charge ${amountCents} as ${key}`, () =>
      this.#payments.charge(this.#register, key, {
        amountCents,
        currency: 'EUR',
        ...(reference !== undefined && { reference }),
        ...(receiptNumber !== undefined && { receiptNumber }),
      }),
    );
  }

  #refund({ key, amount, refunds, receiptNumber }: Transaction): void {
    const drawn = this.#draw.between(0, 1);
    const refundKey = `R${refunds.size === 0 ? 0 : drawn}`;
    const amountCents = refunds.get(refundKey) ?? Math.min(amount, this.#draw.between(1, REFUND_LIMIT + 1));
    refunds.set(refundKey, amountCents);
    this.#books.asksRefund({ till: this.#till.name, id: this.#register.id, key }, refundKey);
    this.#asks(`to refund ${amountCents} of ${key} as ${refundKey}`, async () => {
      const isFound = receiptNumber === undefined || (await this.#isReceiptOf(receiptNumber, key));
      return isFound ? this.#payments.refund(this.#register, key, refundKey, { amountCents }) : undefined;
    });
  }

  /** False if the till refuses the receipt number. */
  async #isReceiptOf(receiptNumber: number, key: string): Promise<boolean> {
    const payment = await this.#payments.byReceipt(this.#register, receiptNumber);
    if (payment !== undefined && payment.key !== key)
      this.#world.fail('register-receipt', `number ${receiptNumber} of ${key} is answered with ${payment.key}`);
    return payment?.key === key;
  }

  /** A person at the till checks the service's books and decides, or lets the register go on. */
  #decide(): void {
    const open = this.#open();
    const { name: till } = this.#till;
    const { id: registerId } = this.#register;
    try {
      if (open?.journal.tampered() !== undefined)
        open.journal.record({ type: 'act', act: JOURNAL_ALARM_CLEARED, by: CASHIER });
      const question = this.#payments.questions().find(({ register }) => register.id === registerId);
      if (question === undefined || this.#person.chance(0.7)) return;
      const key = question.id.slice(`register.found.${registerId}.`.length);
      const isSame = this.#books.isOf(question.sale?.paymentId, { till, id: registerId, key });
      const found = isSame ? ('same' as const) : ('another' as const);
      const decision = question.kind === 'found' ? found : ('release' as const);
      this.#world.say(till, `a person decides ${decision} about ${question.id}`);
      this.#world.count(`questions of registers: ${question.kind}, ${decision}`);
      if (question.kind === 'refilling') this.#books.released(till, registerId);
      this.#payments.decide(question.id, decision, CASHIER);
    } catch (thrown) {
      // A full disk cannot store a decision; the person tries again later.
      if (!(thrown instanceof TillError && thrown.code.startsWith('journal.')) && this.#till.running?.alive)
        throw thrown;
    }
  }

  #restart(): void {
    this.#world.say('register', 'restarts');
    for (const transaction of this.#transactions) transaction.heard = undefined;
    this.#connection.abort();
    this.#connection = new AbortController();
    if (this.#draw.chance(0.5)) this.#lastEvent = undefined;
    this.#listen();
  }

  #asks(wish: string, act: () => Promise<RegisterPayment | undefined>): void {
    this.#world.say('register', `asks ${wish}`);
    this.#world.count('wishes of registers');
    const { running } = this.#till;
    const isLost = this.#draw.chance(ANSWERS_LOST);
    act().then(
      (payment) => {
        if (isLost || payment === undefined) return;
        this.#world.say('register', () => `is told: ${payment.key} ${what(payment)}`);
        this.#hear(payment);
      },
      (thrown: unknown) => {
        if (thrown instanceof TillError && thrown.code !== 'internal')
          this.#world.say('register', `is refused: ${thrown.code}`);
        else if (running?.alive)
          this.#world.fail('broken', `"${wish}" broke: ${thrown instanceof Error ? thrown.stack : thrown}`);
      },
    );
  }

  #hear(payment: RegisterPayment): void {
    const transaction = this.#transactions.find(({ key }) => key === payment.key);
    if (transaction === undefined || payment.amountCents !== transaction.amount) {
      this.#world.fail('register-key', `it is told of ${payment.key} with ${payment.amountCents}`);
      return;
    }
    transaction.heard = payment;
    transaction.isKnown = true;
  }
}

function what(payment: RegisterPayment | undefined): string {
  if (payment === undefined) return 'nowhere';
  const refunds = payment.refunds.map(({ amountCents, state }) => `, ${amountCents} ${state}`);
  return `${payment.state}${refunds.join('')}`;
}
