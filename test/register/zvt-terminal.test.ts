import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, fromBcd, readFields, toBcd, writeFields } from '../../main/register/zvt/fields.ts';
import { commands, decode, encode } from '../../main/register/zvt/frames.ts';
import { ZvtTerminal } from '../../main/register/zvt/terminal.ts';
import { silent } from '../sale/counter.ts';
import { reset } from '../sale/scripted-service.ts';
import { CounterWithRegisters } from './counter-with-registers.ts';

const zvt = { id: 'zvt', name: 'ZVT' };
const PASSWORD = [0, 0, 0];
/** It asks to be told of the progress. */
const CONFIG = 0x08;

let till: CounterWithRegisters;
let terminal: ZvtTerminal;

beforeEach(() => {
  till = new CounterWithRegisters();
  terminal = open();
});

afterEach(() => terminal.close());

function open(): ZvtTerminal {
  const { payments, counter } = till;
  const shift = async () => 4_210;
  return new ZvtTerminal({ payments, register: zvt, shift, clock: counter.clock, log: silent });
}

/** A register at the other end: it confirms each frame of the terminal, as the standard has it. */
class Till {
  readonly got: string[] = [];
  readonly fields: ReturnType<typeof readFields>[] = [];
  confirms = true;
  dropped = false;
  readonly #line = terminal.connected({
    write: (bytes: Uint8Array) => {
      for (const frame of decode(bytes).frames) this.#take(frame.command, frame.data);
      return true;
    },
    destroy: () => {
      this.dropped = true;
      return this as never;
    },
  });

  async send(command: number, data: Uint8Array | readonly number[] = [], ms = 200): Promise<readonly string[]> {
    const before = this.got.length;
    this.#line.receive(encode({ command, data: Uint8Array.from(data) }));
    await till.counter.clock.advance(ms);
    return this.got.slice(before);
  }

  raw(bytes: readonly number[]): void {
    this.#line.receive(Uint8Array.from(bytes));
  }

  pay(cents: number, ms = 200): Promise<readonly string[]> {
    return this.send(commands.authorisation, writeFields([[field.amount, toBcd(cents, 6)]]), ms);
  }

  reverse(receipt: number): Promise<readonly string[]> {
    return this.send(commands.reversal, [...PASSWORD, ...writeFields([[field.receipt, toBcd(receipt, 2)]])], 10_000);
  }

  hangUp(): void {
    this.#line.end();
  }

  number(which: number): number | undefined {
    const value = this.fields.findLast((fields) => fields?.has(which))?.get(which);
    return value && fromBcd(value);
  }

  get text(): string {
    const value = this.fields.findLast((fields) => fields?.has(field.text))?.get(field.text);
    return Buffer.from(value ?? []).toString('latin1');
  }

  #take(command: number, data: Uint8Array): void {
    const name = Object.entries(commands).find(([, known]) => known === command)?.[0];
    const code = command === commands.abort || command === commands.intermediateStatus ? ` ${hex(data)}` : '';
    this.got.push(`${name ?? `refused ${(command & 0xff).toString(16)}`}${code}`);
    if (command === commands.statusInformation || command === commands.completion) this.fields.push(readFields(data));
    if (this.confirms && command >> 8 < 0x80) this.raw([0x80, 0, 0]);
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

async function registered(): Promise<Till> {
  const register = new Till();
  await register.send(commands.registration, [...PASSWORD, CONFIG, 0x09, 0x78]);
  return register;
}

async function paid(register: Till, cents = 420): Promise<void> {
  await register.pay(cents);
  await till.pay();
}

describe('a register that speaks ZVT', () => {
  test('is registered in euros', async () => {
    const register = new Till();
    const told = await register.send(commands.registration, [...PASSWORD, CONFIG, 0x09, 0x78]);
    expect(told).toEqual(['acknowledged', 'completion']);
    expect(register.number(field.currency)).toBe(978);
  });

  test('has an amount paid, and is told on the way', async () => {
    const register = await registered();
    expect(await register.pay(420)).toEqual(['acknowledged', 'intermediateStatus 0e', 'intermediateStatus 0a']);
    expect(till.open.sales.current()).toMatchObject({ amount: 420, stage: 'waiting', chargedBy: 'ZVT' });
    await till.pay();
    expect(register.got.slice(-2)).toEqual(['statusInformation', 'completion']);
    expect(register.number(field.amount)).toBe(420);
    expect(register.number(field.result)).toBe(0);
    expect(register.number(field.trace)).toBe(1);
    expect(register.number(field.receipt)).toBe(1);
    expect(register.text).toContain(till.counter.service.last.paymentId);
  });

  test('hears nothing on the way without having asked for it', async () => {
    const register = new Till();
    expect(await register.pay(420)).toEqual(['acknowledged']);
  });

  test('cancels by a wish, and is told what became of it', async () => {
    const register = await registered();
    await register.pay(420);
    await register.send(commands.abort, [], 3_000);
    expect(register.got.slice(-2)).toEqual(['statusInformation', 'abort 6c']);
    expect(till.open.sales.current()?.stage).toBe('cancelled');
  });

  test('waits for an outcome that nobody knows', async () => {
    const register = await registered();
    till.counter.service.fail('create', { acts: true, error: reset() });
    await register.pay(420, 30_000);
    expect(till.open.sales.current()?.stage).toBe('waiting');
    expect(new Set(register.got.slice(2))).toEqual(
      new Set(['acknowledged', 'intermediateStatus 0e', 'intermediateStatus 0a']),
    );
    await till.pay();
    expect(register.got.slice(-2)).toEqual(['statusInformation', 'completion']);
  });

  test.each([
    ['no amount', [] as number[], 'abort 9a'],
    ['an amount of nothing', [...writeFields([[field.amount, toBcd(0, 6)]])], 'abort 9a'],
    ['fields that nobody knows', [0xee, 1, 2], 'abort 9a'],
    [
      'dollars',
      [
        ...writeFields([
          [field.amount, toBcd(420, 6)],
          [field.currency, toBcd(840, 2)],
        ]),
      ],
      'abort 6f',
    ],
    ['more than the maximum', [...writeFields([[field.amount, toBcd(100_001, 6)]])], 'abort c3'],
  ])('is told why nothing is charged: %s', async (_what, data, answer) => {
    const register = await registered();
    expect(await register.send(commands.authorisation, data)).toEqual(['acknowledged', answer]);
    expect(till.open.sales.current()).toBeNull();
  });

  test('is refused a second payment, and anything else, meanwhile', async () => {
    const register = await registered();
    await register.pay(420);
    expect(await register.pay(500)).toEqual(['refused 9c']);
    expect(await register.send(commands.endOfDay, PASSWORD)).toEqual(['refused 9c']);
  });

  test('is told busy while the cashier has a sale', async () => {
    await till.counter.charge(990);
    const register = await registered();
    expect(await register.pay(420)).toEqual(['acknowledged', 'abort 9c']);
  });

  test('is refused a command that this terminal does not have', async () => {
    const register = await registered();
    expect(await register.send(0x06c0)).toEqual(['refused 83']);
  });

  test('is answered by the shift at the end of a day', async () => {
    const register = await registered();
    const told = await register.send(commands.endOfDay, PASSWORD);
    expect(told).toEqual(['acknowledged', 'statusInformation', 'completion']);
    expect(register.number(field.amount)).toBe(4_210);
  });

  test.each([commands.statusEnquiry, commands.initialisation, commands.diagnosis])('is ready (%i)', async (command) => {
    const register = await registered();
    expect(await register.send(command, PASSWORD)).toEqual(['acknowledged', 'completion']);
  });
});

describe('a reversal', () => {
  test('gives the whole of a payment back', async () => {
    const register = await registered();
    await paid(register);
    const answer = register.reverse(1);
    await till.counter.clock.advance(100);
    for (const refund of till.counter.service.refunds.values()) refund.status = 'REFUNDED';
    expect((await answer).slice(-2)).toEqual(['statusInformation', 'completion']);
    expect(await till.payments.get(zvt, 'zvt-1')).toMatchObject({ refundedCents: 420 });
  });

  test('that failed may be asked for anew, and one whose end is open is the same', async () => {
    const register = await registered();
    await paid(register);
    const refunds = () => [...till.counter.service.refunds.values()];
    void register.reverse(1);
    await till.counter.clock.advance(1_000);
    register.hangUp();
    const again = await registered();
    const same = again.reverse(1);
    await till.counter.clock.advance(1_000);
    expect(refunds()).toHaveLength(1);
    for (const refund of refunds()) refund.status = 'FAILED';
    await till.counter.clock.advance(60_000);
    await same;
    expect(again.got.at(-1)).toBe('abort b5');
    const anew = again.reverse(1);
    await till.counter.clock.advance(1_000);
    expect(refunds()).toHaveLength(2);
    for (const refund of refunds().slice(1)) refund.status = 'REFUNDED';
    await till.counter.clock.advance(60_000);
    await anew;
    expect(again.got.at(-1)).toBe('completion');
    expect((await again.reverse(1)).at(-1)).toBe('completion');
    expect(refunds()).toHaveLength(2);
  });

  test.each([
    ['a receipt that there is not', 7],
    ['a receipt of nothing', 0],
  ])('of %s is none', async (_what, receipt) => {
    const register = await registered();
    await paid(register);
    expect((await register.reverse(receipt)).at(-1)).toBe('abort b5');
  });

  test('above the limit of registers is none', async () => {
    till.limits = { ...till.limits, refund: 100 };
    const register = await registered();
    await paid(register);
    expect((await register.reverse(1)).at(-1)).toBe('abort b5');
  });
});

describe('a line that breaks', () => {
  test('cancels nothing: the register comes back and is told the end', async () => {
    const register = await registered();
    await register.pay(420);
    register.hangUp();
    await till.pay();
    const again = await registered();
    expect((await again.send(commands.repeatReceipt, PASSWORD)).slice(-2)).toEqual(['statusInformation', 'completion']);
    expect(again.number(field.amount)).toBe(420);
  });

  test('charges nothing twice: a register that was not told of a payment has to ask for it', async () => {
    const register = await registered();
    await register.pay(420);
    register.hangUp();
    await till.pay();
    const again = await registered();
    expect((await again.pay(420)).at(-1)).toBe('abort 9c');
    await again.send(commands.repeatReceipt, PASSWORD);
    await again.pay(500);
    expect(till.open.sales.current()).toMatchObject({ amount: 500 });
  });

  test('charges nothing twice where the clock of the service is far from the till’s', async () => {
    const register = await registered();
    await register.pay(420);
    register.hangUp();
    const { service, clock } = till.counter;
    service.set(service.last.paymentId, 'SUCCEEDED');
    Object.assign(service.last, { succeededAt: clock.now() - 10 * 60_000 });
    await clock.advance(3_000);
    expect((await (await registered()).pay(420)).at(-1)).toBe('abort 9c');
  });

  test('counts as not told where the register never confirmed the end', async () => {
    const register = await registered();
    await register.pay(420);
    register.confirms = false;
    await till.pay();
    await till.counter.clock.advance(15_000);
    register.confirms = true;
    expect((await register.pay(420)).at(-1)).toBe('abort 9c');
  });

  test('is taken over by the next one', async () => {
    const register = await registered();
    const next = await registered();
    expect(register.dropped).toBe(true);
    expect(await next.send(commands.diagnosis)).toEqual(['acknowledged', 'completion']);
  });

  test('is followed on after a restart of the till', async () => {
    const register = await registered();
    await register.pay(420);
    terminal.close();
    await till.dieAndStart();
    terminal = open();
    const again = await registered();
    const asked = again.send(commands.repeatReceipt, PASSWORD);
    await till.pay();
    await asked;
    expect(again.got.slice(-2)).toEqual(['statusInformation', 'completion']);
    await again.pay(500);
    expect(again.number(field.trace)).toBe(1);
    await till.pay();
    expect(again.number(field.trace)).toBe(2);
  });

  test('is dropped where nothing makes sense', async () => {
    const register = await registered();
    register.raw([0x06, 0x01, 0xff, 0xff, 0xff]);
    expect(register.dropped).toBe(true);
  });

  test('is dropped where a web page sends a request, and nothing in its body is done', async () => {
    const line = new Till();
    const head = Buffer.from('POST / HTTP/1.1\r\nHost: 127.0.0.1:20007\r\nContent-Length: 500\r\n\r\n');
    const charge = Buffer.from(
      encode({ command: commands.authorisation, data: writeFields([[field.amount, toBcd(420, 6)]]) }),
    );
    line.raw([...Buffer.concat([head, ...Array.from({ length: 20 }, () => charge)])]);
    await till.counter.clock.advance(1_000);
    expect([line.dropped, line.got, till.open.sales.current()]).toEqual([true, [], null]);
  });
});
