import type { Random } from '../../../main/base/clock.ts';
import { TillError } from '../../../main/base/till-error.ts';
import type { Cents } from '../../../preload/contract/fields.ts';
import type { SaleView } from '../../../preload/contract/views.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { World } from '../world/simulated-world.ts';
import { pressImpatiently, staffFor } from './impatience.ts';
import { decideRefunds } from './manager.ts';
import type { OtherTillsAndBank } from './other-tills-and-bank.ts';

export type Orders = Map<string, { readonly till: SimulatedTill; readonly at: number }>;

const CARRY_MS = 60_000;

/** The person at a till: charges, cancels, asks, refunds and dismisses at any moment, without waiting for anything. */
export class Cashier {
  readonly #world: World;
  readonly #till: SimulatedTill;
  readonly #service: SimulatedService;
  readonly #orders: Orders;
  readonly #otherTills: OtherTillsAndBank;
  readonly #wishes: Random;
  #salesLeft: number;

  constructor(
    world: World,
    till: SimulatedTill,
    service: SimulatedService,
    orders: Orders,
    otherTills: OtherTillsAndBank,
  ) {
    this.#world = world;
    this.#till = till;
    this.#service = service;
    this.#orders = orders;
    this.#otherTills = otherTills;
    this.#wishes = world.draw.stream();
    this.#salesLeft = world.conditions.sales;
  }

  begin(): void {
    const { timeline, draw, rough } = this.#world;
    if (!rough) return;
    const pause = draw.of([150, 1_000, 3_000, 8_000]);
    timeline.after(Math.max(pause, this.#till.closedUntil - timeline.now), () => {
      const { running } = this.#till;
      if (running !== undefined && this.#world.rough) this.#act(running);
      this.begin();
    });
  }

  #act(running: TillProcess): void {
    const { draw } = this.#world;
    const alarm = running.sales.alarms()[0];
    const sale = running.sales.current();
    if (alarm !== undefined && draw.chance(0.4))
      this.#does('acknowledges the alarm', running, () => running.sales.acknowledgeAlarm(alarm.saleId));
    else if (draw.chance(0.1)) decideRefunds(this.#world, this.#service, this.#till);
    else if (sale !== null) this.#attend(running, sale);
    else if (this.#salesLeft > 0 && draw.chance(0.7)) this.#charge(running);
    else this.#lookBack(running);
  }

  #charge(running: TillProcess): void {
    const { draw } = this.#world;
    this.#salesLeft -= 1;
    const amount = draw.of([1, 250, 1_995, 1_995, draw.between(1, 99_999)]) as Cents;
    const typed = this.#world.conditions.chargedElsewhere > 0 ? 0.6 : 0.3;
    const reference = draw.chance(typed) ? this.#orderNumber() : undefined;
    if (reference !== undefined) this.#otherTills.chargedBefore(reference, amount);
    this.#does(`charges ${amount}`, running, () =>
      running.sales.start({ amount, ...(reference === undefined ? {} : { reference }) }, staffFor(amount)),
    );
  }

  /**
   * Nothing that the service shows tells two tills apart that charge one order in the same seconds, one of them without
   * an answer. People take longer than that to carry an order to another till. A till that was restarted, or whose
   * clocks differ, has only its wall clock to tell how long ago a payment was made: there the order is not carried.
   */
  #orderNumber(): string | undefined {
    const { draw, timeline, conditions } = this.#world;
    const { crashRate, powerCuts, restarts, clockJumps, sleeps } = conditions;
    const carryMs = crashRate + powerCuts + restarts + clockJumps + sleeps > 0 ? Number.POSITIVE_INFINITY : CARRY_MS;
    const order = draw.of(['ORDER 7', 'ORDER 8']);
    const reference = conditions.openPoints.keptTexts === 'as-sent' ? order : order.replace('ORDER', 'Crème & thé n°');
    const before = this.#orders.get(reference);
    if (before !== undefined && before.till !== this.#till && timeline.now - before.at < carryMs) return undefined;
    this.#orders.set(reference, { till: this.#till, at: timeline.now });
    return reference;
  }

  #attend(running: TillProcess, sale: SaleView): void {
    const { draw, conditions } = this.#world;
    const { saleId } = sale;
    const cancels = conditions.writeOutages.length > 0 || conditions.favourite === 'hollow-cancel';
    const choice = draw.weighted(
      sale.endedAt === undefined
        ? { wait: 9, cancel: cancels ? 3 : 1, ask: 1, dismiss: 1, refund: 0 }
        : { wait: 4, cancel: 1, ask: 1, dismiss: 4, refund: sale.stage === 'paid' ? 6 : 1 },
    );
    if (choice === 'cancel') this.#does('cancels', running, () => running.sales.cancel(saleId));
    if (choice === 'ask') this.#asks(running, saleId);
    if (choice === 'dismiss') this.#does('dismisses', running, () => running.sales.dismiss(saleId));
    if (choice === 'refund') this.#refund(running, sale);
  }

  /** Earlier payments: refunds, questions, and payments of the other till. */
  #lookBack(running: TillProcess): void {
    const { draw, conditions } = this.#world;
    const all = running.sales.recent(10);
    const paid = all.filter(({ stage }) => stage === 'paid');
    const recent = paid.length > 0 && draw.chance(0.7) ? paid : all;
    const row = recent[draw.between(0, Math.max(0, recent.length - 1))];
    const sale = row === undefined ? undefined : running.sales.get(row.saleId);
    const choice = draw.weighted({ refund: conditions.night === undefined ? 5 : 12, ask: 1, elsewhere: 1, wait: 2 });
    if (choice === 'elsewhere') this.#findElsewhere(running);
    if (sale === undefined) return;
    if (choice === 'refund') this.#refund(running, sale);
    if (choice === 'ask') this.#asks(running, sale.saleId);
  }

  #asks(running: TillProcess, saleId: string): void {
    this.#does(`asks whether ${saleId} is paid`, running, async () => {
      await running.sales.customerSaysPaid(saleId);
      this.#till.watch.customerSaysPaid(running, saleId);
    });
  }

  #findElsewhere(running: TillProcess): void {
    const { creations } = this.#service;
    const { payment } = creations[this.#world.draw.between(0, Math.max(0, creations.length - 1))] ?? {};
    const reference = payment?.reference;
    if (reference !== undefined)
      this.#does(`looks for ${reference}`, running, () => running.sales.findElsewhere(reference));
  }

  #refund(running: TillProcess, { saleId, refundable, amount }: SaleView): void {
    const { draw } = this.#world;
    const wanted = draw.of([
      refundable,
      refundable,
      amount,
      Math.ceil(refundable / 2),
      refundable + 1,
      draw.between(1, amount),
    ]);
    if (wanted < 1) return;
    this.#does(`refunds ${wanted}`, running, () => this.#refundAs(running, { saleId, amount: wanted }));
  }

  /** Above the limit a manager comes and allows it. */
  async #refundAs(running: TillProcess, { saleId, amount }: Pick<SaleView, 'saleId' | 'amount'>): Promise<void> {
    const limit = this.#world.conditions.refundLimit;
    const press = (byManager: boolean) => {
      const ask = { wish: this.#wishes.uuid(), saleId, amount, reason: 'brought back' };
      return pressImpatiently(this.#world, this.#till, running, { ask, permission: { limit, byManager } });
    };
    try {
      await press(false);
    } catch (thrown) {
      if (!(thrown instanceof TillError && thrown.code.startsWith('pin.'))) throw thrown;
      this.#world.say(this.#till.name, `${thrown.code}: a manager comes`);
      this.#world.count('refunds that a manager allowed');
      await press(true);
    }
  }

  #does(what: string, running: TillProcess, act: () => Promise<unknown>): void {
    this.#world.say(this.#till.name, `the cashier ${what}`);
    this.#world.count('acts of cashiers');
    running.presses += 1;
    const done = () => {
      running.presses -= 1;
    };
    act().then(done, (thrown: unknown) => {
      done();
      if (!running.alive) return;
      const known = thrown instanceof TillError && thrown.code !== 'internal';
      if (known) this.#world.say(this.#till.name, `refused: ${thrown.code}`);
      else
        this.#world.fail(
          'broken',
          `${this.#till.name}: "${what}" broke: ${thrown instanceof Error ? thrown.stack : thrown}`,
        );
    });
  }
}
