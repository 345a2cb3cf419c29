import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { folder } from '../base/test-folder.ts';
import { settle } from '../base/virtual-clock.ts';
import { PAY_420, type TestRegister, ZvtCounter, zvt } from './zvt-counter.ts';

const REGISTER = '060006000000080978';
const REPEAT = '0620050000000301';
const ABORT = '06b000';
const REVERSE_1 = '063006000000870001';
const REFUND_1 = '06310d00000087000104000000000100';

let counter: ZvtCounter;
let register: TestRegister;

beforeEach(async () => {
  counter = await ZvtCounter.open(folder);
  register = await counter.register();
});

async function paid(): Promise<void> {
  await register.send(PAY_420);
  await counter.customerPays();
}

async function reconnected(): Promise<void> {
  await register.hangUp();
  register = await counter.register();
}

describe('a ZVT payment', () => {
  test('reports amount, trace, terminal and receipt number', async () => {
    await paid();
    const fields = ['270004000000000420', '0b000001', '0c\\w{6}', '0d\\w{4}', '2912345678', '870001', '3c'];
    expect(register.last('040f')).toMatch(new RegExp(`^040f..${fields.join('')}`));
  });

  test.each([
    ['no amount', '060100', '061e019a'],
    ['an amount of zero', '06010704000000000000', '061e019a'],
    ['an amount that comes twice', '06010e0400000000042004000000000421', '061e019a'],
    ['an unknown field', '060103ee0102', '061e019a'],
    ['dollars', '06010a04000000000420490840', '061e036f0978'],
    ['more than the maximum', '06010704000000100001', '061e01c3'],
  ])('is refused with %s', async (_reason, frame, refusal) => {
    expect(await register.send(frame)).toEqual(['800000', refusal]);
    expect(counter.onScreen).toBeNull();
  });

  test.each([
    ['register.refilling', '061e01a0'],
    ['register.found-again', '061e01a0'],
    ['keychain.locked', '061e01a0'],
  ])('is refused while the till reports %s', async (code, refusal) => {
    counter.till.hindrance = new TillError(code as 'register.refilling', 'not now');
    expect(await register.send(PAY_420)).toEqual(['800000', refusal]);
  });

  test('is refused while the cashier has a sale', async () => {
    await counter.till.counter.charge(990);
    expect(await register.send(PAY_420)).toEqual(['800000', '061e019c']);
  });

  test('in training is refused and explained on screen', async () => {
    counter.trainingAlone = true;
    for (const frame of [PAY_420, REVERSE_1, REFUND_1])
      expect(await register.send(frame)).toEqual(['800000', '061e016b']);
    expect([counter.trainingShown, counter.onScreen]).toEqual([3, null]);
  });

  test.each([
    ['nothing', '0600060000008e0978', /^06d1/],
    ['text blocks', '0600100000008E09780300060626040A0206D3', /^06d3/],
  ])('prints its receipt when the register permits %s else', async (_what, registration, printed) => {
    await register.send(registration);
    await paid();
    expect(register.got.some((frame) => printed.test(frame))).toBe(true);
    expect(register.got.at(-1)).toBe('060f00');
    await register.send('060200');
    const before = register.got.length;
    await paid();
    expect(register.got.slice(before).map((frame) => frame.slice(0, 4))).toEqual(['8000', '040f', '060f']);
  });
});

describe('an abort by the register', () => {
  test("in the payment's own segment cancels the payment", async () => {
    await register.send(PAY_420 + ABORT, 3_000);
    expect(register.got.at(-1)).toBe('061e016c');
    expect(['cancelled', undefined]).toContain(counter.onScreen?.stage);
  });

  test('on a new line cancels the payment', async () => {
    await register.send(PAY_420, 1_000);
    await reconnected();
    await register.send(ABORT, 3_000);
    expect([register.got[0], register.got.at(-1)]).toEqual(['800000', '061e016c']);
  });

  test('after the customer paid reports the payment', async () => {
    await register.send(PAY_420, 1_000);
    await reconnected();
    await counter.customerPays();
    await register.send(ABORT, 3_000);
    expect(register.got.map((frame) => frame.slice(0, 6))).toEqual(['800000', expect.stringMatching('040f'), '060f00']);
    expect(counter.alarms.size).toBe(0);
  });

  test('without a payment is only confirmed', async () => {
    expect(await register.send(ABORT)).toEqual(['800000']);
  });
});

describe('a result refused by the register', () => {
  test('is refunded after too many repeats', async () => {
    register.answers.set('040f', '849c00');
    await register.send('06010904000000000420 0201'.replace(' ', ''));
    await counter.customerPays();
    await counter.pass(10_000);
    expect(counter.refunds).toMatchObject([{ amount: 420 }]);
    expect(register.got.at(-1)).toBe('061e016c');
    expect(await register.send(PAY_420)).toEqual(['800000']);
  });

  test('above the refund limit alarms and blocks further payments', async () => {
    counter.till.limits = { ...counter.till.limits, refund: 100 };
    register.answers.set('040f', '846600');
    await paid();
    expect(register.got.at(-1)).toBe('061e0166');
    expect([...counter.alarms.values()]).toMatchObject([{ why: 'not-reversed', amountCents: 420 }]);
    expect(await register.send(PAY_420)).toEqual(['800000', '061e019c']);
    counter.alarms.clear();
    expect(await register.send(PAY_420)).toEqual(['800000']);
  });

  test('without an answer alarms until the register repeats', async () => {
    register.answers.set('040f', '');
    await paid();
    await counter.pass(6_000);
    expect([register.isClosed, [...counter.alarms.values()]]).toMatchObject([true, [{ why: 'unconfirmed' }]]);
    await reconnected();
    expect(await register.send(PAY_420)).toEqual(['800000', '061e019c']);
    expect((await register.send(REPEAT)).at(-1)).toBe('060f00');
    expect(counter.alarms.size).toBe(0);
    expect(await register.send(PAY_420)).toEqual(['800000']);
  });

  test('blocks the next payment across a restart', async () => {
    await register.send(PAY_420, 1_000);
    await counter.stop();
    await counter.customerPays();
    await counter.listen(100);
    register = await counter.register();
    await counter.pass(1_000);
    expect([...counter.alarms.values()]).toMatchObject([{ why: 'unconfirmed' }]);
    expect(await register.send(PAY_420)).toEqual(['800000', '061e019c']);
  });

  test.each(['060f', '061e'])('of %s is only logged', async (message) => {
    register.answers.set(message, '846600');
    await register.send(PAY_420);
    if (message === '060f') await counter.customerPays();
    else await register.send(ABORT, 3_000);
    expect([counter.refunds, counter.alarms.size]).toEqual([[], 0]);
    expect(await register.send(PAY_420)).toEqual(['800000']);
  });

  test('of a repeated receipt reverses nothing', async () => {
    await paid();
    register.answers.set('040f', '846600');
    expect((await register.send(REPEAT)).at(-1)).toBe('060f00');
    expect(counter.refunds).toEqual([]);
  });
});

describe('T4', () => {
  test('extends while the outcome is unknown', async () => {
    await register.send(PAY_420, 1_000);
    counter.till.counter.service.offline = true;
    await counter.pass(300_000);
    expect(register.got.slice(1)).toEqual(['04ff010e']);
    counter.till.counter.service.offline = false;
    await counter.pass(60_000);
    expect(register.got.at(-1)).toBe('061e016c');
  });

  test('is reset by the status requested by the register', async () => {
    await register.send(REGISTER);
    await register.send(PAY_420);
    await counter.pass(200_000);
    expect(new Set(register.got.slice(3))).toEqual(new Set(['04ff010e']));
    expect(counter.onScreen?.stage).toBe('waiting');
  });
});

describe('a line', () => {
  test('without a command takes nothing over', async () => {
    await register.send(PAY_420);
    const other = await counter.register();
    await other.hangUp();
    await counter.customerPays();
    expect(register.got.at(-1)).toBe('060f00');
  });

  test('with a command takes over', async () => {
    await register.send(PAY_420, 1_000);
    const other = await counter.register();
    await other.send('050100');
    expect([register.isClosed, other.got]).toEqual([true, ['800000', '060f0100']]);
    expect(await other.send(PAY_420)).toEqual(['800000', '061e019c']);
  });

  test('is free after a result without final confirmation', async () => {
    register.answers.set('060f', '');
    await paid();
    expect(await register.send(PAY_420)).toEqual(['800000']);
  });

  test('keeps the registration across connections', async () => {
    await register.send(REGISTER);
    await reconnected();
    expect(await register.send(PAY_420)).toEqual(['800000', '04ff010e']);
  });

  test('ends when its output is not read', async () => {
    register.socket.pause();
    const commands = Buffer.from('06c000'.repeat(20_000), 'hex');
    for (let sent = 0; sent < 63_000_000 && counter.openLines() > 0; sent += commands.length) {
      register.socket.write(commands);
      await settle();
    }
    expect(counter.openLines()).toBe(0);
  });

  test.each([
    ['a request of a web page', `${Buffer.from('POST / HTTP/1.1\r\n').toString('hex').padEnd(172, '20')}${PAY_420}`],
    ['a frame longer than any', '0601ffffff'],
  ])('ends with %s', async (_what, bytes) => {
    await register.send(bytes);
    expect([register.isClosed, register.got, counter.onScreen]).toEqual([true, [], null]);
  });
});

describe('a refund', () => {
  beforeEach(paid);

  test('of the whole reports its own trace and the payment', async () => {
    await register.send(REVERSE_1);
    await counter.serviceRefunds();
    expect(register.last('040f')).toMatch(/^040f..2700040000000004200b000002370000010c\w{6}0d\w{4}2912345678/);
    expect(register.got.at(-1)).toBe('060f00');
    expect((await register.send(REVERSE_1)).at(-1)).toBe('060f00');
    expect(counter.refunds).toHaveLength(1);
  });

  test('can be requested again after a failure', async () => {
    await register.send(REVERSE_1);
    await counter.serviceRefunds('FAILED');
    expect(register.got.at(-1)).toBe('061e01b5');
    await register.send(REVERSE_1);
    await counter.serviceRefunds();
    expect(counter.refunds).toHaveLength(2);
  });

  test('of a part is repeated until confirmed', async () => {
    await register.send(REFUND_1, 1_000);
    await reconnected();
    await register.send(REFUND_1);
    await counter.serviceRefunds();
    expect(register.got.at(-1)).toBe('060f00');
    expect(counter.refunds).toMatchObject([{ amount: 100 }]);
    await register.send(REFUND_1);
    await counter.serviceRefunds();
    expect(counter.refunds).toHaveLength(2);
  });

  test.each([
    ['an unknown receipt', '063006000000870007', '061e01b5'],
    ['receipt zero', '063006000000870000', '061e01b5'],
    ['no receipt', '063003000000', '061e01b5'],
    ['a part without a receipt', '06310a00000004000000000100', '061e01b5'],
    ['a part without an amount', '063106000000870001', '061e019a'],
    ['more than the payment', '06310d00000087000104000000000500', '061e01b5'],
    ['dollars', '063009000000870001490840', '061e036f0978'],
  ])('of %s is refused', async (_what, frame, refusal) => {
    expect(await register.send(frame)).toEqual(['800000', refusal]);
    expect(counter.refunds).toEqual([]);
    // No refused command consumes a trace number.
    await register.send(REVERSE_1);
    await counter.serviceRefunds();
    expect(register.last('040f')).toContain('0b000002');
  });
});

describe('a payment of a different journal', () => {
  test('is neither repeated nor reversed', async () => {
    await paid();
    const after = await ZvtCounter.open(folder, 100);
    const other = await after.register();
    expect(await other.send(REVERSE_1)).toEqual(['800000', '061e01b5']);
    // Otherwise both tills would draw the same ids.
    after.till.counter.random.uuid();
    await other.send(PAY_420);
    await after.customerPays();
    await counter.stop();
    await counter.listen(200);
    register = await counter.register();
    expect(await register.send(REPEAT)).toEqual(['800000', '061e01b5']);
    expect(await counter.till.payments.byReceipt(zvt, 101)).toBeUndefined();
  });
});

test.each(['06c000', '06220704000000000420', '061a00', '061b00'])('refuses %s as an unknown command', async (frame) => {
  expect(await register.send(frame)).toEqual(['848300']);
});
