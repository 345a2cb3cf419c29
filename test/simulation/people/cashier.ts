import type { Random } from '../../../main/base/clock.ts';
import { TillError } from '../../../main/base/till-error.ts';
import type { Cents } from '../../../preload/contract/fields.ts';
import type { SaleView } from '../../../preload/contract/views.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { World } from '../world/simulated-world.ts';
import { decideFound } from './found-payments.ts';
import { refundImpatiently, staffFor } from './impatience.ts';
import { decideRefunds } from './manager.ts';
import type { OtherTillsAndBank } from './other-tills-and-bank.ts';

/** The person at a till: charges, cancels, asks, refunds and dismisses at any moment, without waiting. */
export class Cashier {
  readonly #world: World;
  readonly #till: SimulatedTill;
  readonly #service: SimulatedService;
  readonly #otherTills: OtherTillsAndBank;
  readonly #requestIds: Random;
  #salesLeft: number;

  constructor(world: World, till: SimulatedTill, service: SimulatedService, otherTills: OtherTillsAndBank) {
    this.#world = world;
    this.#till = till;
    this.#service = service;
    this.#otherTills = otherTills;
    this.#requestIds = world.draw.stream();
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
    else if (running.sales.undecided().length > 0 && draw.chance(0.5))
      decideFound(this.#world, this.#service, this.#till);
    else if (draw.chance(0.1)) decideRefunds(this.#world, this.#service, this.#till);
    else if (sale !== null) this.#attend(running, sale);
    else if (this.#salesLeft > 0 && draw.chance(0.7)) this.#charge(running);
    else this.#lookBack(running);
  }

  #charge(running: TillProcess): void {
    const { draw } = this.#world;
    this.#salesLeft -= 1;
    const { chargedElsewhere, ordersAreShared } = this.#world.conditions;
    const drawn = draw.of([1, 250, 1_995, 1_995, draw.between(1, 99_999)]);
    const isTyped = draw.chance(chargedElsewhere > 0 ? 0.6 : 0.3) || ordersAreShared;
    const reference = isTyped ? this.#orderNumber() : undefined;
    const amount = (ordersAreShared ? 1_995 : drawn) as Cents;
    if (reference !== undefined) this.#otherTills.chargedBefore(reference, amount);
    this.#does(`charges ${amount}`, running, () =>
      running.sales.start({ amount, ...(reference === undefined ? {} : { reference }) }, staffFor(amount)),
    );
  }

  #orderNumber(): string {
    const order = this.#world.draw.of(['ORDER 7', 'ORDER 8']);
    const isKept = this.#world.conditions.openPoints.keptTexts === 'as-sent';
    return isKept ? order : order.replace('ORDER', 'Crème & thé n°');
  }

  #attend(running: TillProcess, sale: SaleView): void {
    const { draw, conditions } = this.#world;
    const { saleId } = sale;
    const cancels = conditions.writeOutages.length > 0 || conditions.favourite === 'hollow-cancel';
    // The next customer waits: a late creation then meets a later charge.
    const leaves = conditions.creationsAreLate && sale.stage === 'unknown';
    const choice = draw.weighted(
      sale.endedAt === undefined
        ? { wait: 9, cancel: cancels ? 3 : 1, ask: 1, dismiss: leaves ? 9 : 1, refund: 0 }
        : { wait: 4, cancel: 1, ask: 1, dismiss: 4, refund: sale.stage === 'paid' ? 6 : 1 },
    );
    if (choice === 'cancel') this.#does('cancels', running, () => running.sales.cancel(saleId));
    if (choice === 'ask') this.#asks(running, saleId);
    if (choice === 'dismiss') this.#does('dismisses', running, () => running.sales.dismiss(saleId));
    if (choice === 'refund') this.#refund(running, sale);
  }

  /** Uses earlier payments: refunds, questions, and payments of the other till. */
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

  /** A manager approves a refund above the limit. */
  async #refundAs(running: TillProcess, { saleId, amount }: Pick<SaleView, 'saleId' | 'amount'>): Promise<void> {
    const limit = this.#world.conditions.refundLimit;
    const request = (byManager: boolean) => {
      const ask = { wish: this.#requestIds.uuid(), saleId, amount, reason: 'brought back' };
      return refundImpatiently(this.#world, this.#till, running, { ask, permission: { limit, byManager } });
    };
    try {
      await request(false);
    } catch (thrown) {
      if (!(thrown instanceof TillError && thrown.code.startsWith('pin.'))) throw thrown;
      this.#world.say(this.#till.name, `${thrown.code}: a manager comes`);
      this.#world.count('refunds that a manager allowed');
      await request(true);
    }
  }

  #does(what: string, running: TillProcess, act: () => Promise<unknown>): void {
    this.#world.say(this.#till.name, `the cashier ${what}`);
    this.#world.count('acts of cashiers');
    running.actions += 1;
    const done = () => {
      running.actions -= 1;
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
