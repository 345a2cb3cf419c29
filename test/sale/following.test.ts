import { beforeEach, describe, expect, test } from 'vitest';
import type { Cents } from '../../preload/contract/fields.ts';
import { ExchangeTill, type Instead } from './exchange-till.ts';

let till: ExchangeTill;

beforeEach(() => {
  till = new ExchangeTill();
});

const MINUTE_MS = 60_000;
/** The longest that a till takes to notice what happened while the service answers its reads. */
const USUAL_MS = 3_000;

function succeeded(): void {
  till.service.last.status = 'SUCCEEDED';
  till.service.last.succeededAt = till.clock.now();
}

describe('a cancel that keeps failing', () => {
  const failures: readonly (readonly [string, Instead])[] = [
    ['429 without a time to wait', { status: 429 }],
    ['503', { status: 503 }],
    ['500 after it was acted upon or not', { status: 500 }],
    ['refused connections', { broken: 'refused' }],
    ['lost answers', { broken: 'reset' }],
    ['403', { status: 403 }],
    ['silence', { broken: 'reset', takesMs: 10_000 }],
  ];

  test.each(failures)(
    'with %s goes out a few times, and reading tells the truth in its usual time',
    async (_name, instead) => {
      const saleId = await till.waiting();
      till.service.instead = (asked) => (asked === 'cancel' ? instead : undefined);
      await till.sales.cancel(saleId);
      await till.clock.advance(20_000);
      expect(till.service.count('cancel')).toBeLessThanOrEqual(8);
      expect(till.service.count('read')).toBeGreaterThan(10);
      succeeded();
      await till.clock.advance(USUAL_MS);
      expect(till.view(saleId).stage).toBe('paid');
      expect(till.service.busiest(MINUTE_MS)).toBeLessThanOrEqual(60);
    },
  );

  test('with connections refused for all requests backs off like them, and is done once the service is there', async () => {
    const saleId = await till.waiting();
    till.service.instead = () => ({ broken: 'refused' });
    await till.sales.cancel(saleId);
    await till.clock.advance(180_000);
    expect(till.service.sent.length).toBeLessThan(60);
    till.service.instead = () => undefined;
    till.sales.networkReturned();
    await till.clock.advance(200);
    expect(till.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  });

  test('is asked once by one press, and again after its own wait', async () => {
    const saleId = await till.waiting();
    till.service.instead = (asked) => (asked === 'cancel' ? { status: 429 } : undefined);
    await till.sales.cancel(saleId);
    await till.clock.advance(800);
    expect(till.service.count('cancel')).toBe(1);
    await till.sales.cancel(saleId);
    await till.sales.customerSaysPaid(saleId);
    await till.clock.advance(60);
    expect(till.service.count('cancel')).toBe(1);
    till.service.instead = () => undefined;
    await till.clock.advance(1_000);
    expect(till.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  });

  test('does not have the windows told each time', async () => {
    const saleId = await till.waiting();
    till.service.instead = () => ({ broken: 'refused' });
    await till.sales.cancel(saleId);
    await till.clock.advance(10_000);
    const told = till.told;
    await till.clock.advance(120_000);
    expect(till.service.sent.length).toBeGreaterThan(10);
    // Once: that the sale may be left.
    expect(till.told - told).toBeLessThanOrEqual(1);
  });
});

test('a read that began before a cancel ended without an answer does not speak for it', async () => {
  const saleId = await till.waiting();
  // The read under way is answered late, from before the cancel acted.
  till.service.instead = (asked) => (asked === 'cancel' ? { broken: 'reset', acts: true, takesMs: 30 } : undefined);
  await till.clock.advance(1_000);
  till.service.latencyMs = 500;
  await till.clock.advance(150);
  await till.sales.cancel(saleId);
  till.service.latencyMs = 20;
  await till.clock.advance(2_000);
  expect(till.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  expect(till.service.count('cancel')).toBe(1);
});

describe('in the worst minute', () => {
  const weathers: readonly (readonly [string, (asked: string, nth: number) => Instead | undefined])[] = [
    ['everything is refused', () => ({ broken: 'refused' })],
    ['everything is lost', () => ({ broken: 'reset' })],
    ['everything is answered 503', () => ({ status: 503 })],
    ['writes fail and reads do not', (asked) => (asked === 'read' ? undefined : { status: 429 })],
    ['every other request fails', (_asked, nth) => (nth % 2 === 0 ? { broken: 'refused' } : undefined)],
    ['nothing fails', () => undefined],
  ];

  test.each(weathers)('with every button pressed, no more than 60 requests go out when %s', async (_name, weather) => {
    const saleId = await till.waiting();
    till.service.instead = weather;
    for (let press = 0; press < 600; press += 1) {
      if (press > 300) await till.sales.cancel(saleId);
      await till.sales.customerSaysPaid(saleId);
      if (press % 50 === 0) till.sales.networkReturned();
      await till.clock.advance(250);
    }
    expect(till.service.busiest(MINUTE_MS)).toBeLessThanOrEqual(60);
    till.service.instead = () => undefined;
    succeeded();
    await till.clock.advance(16_000 + USUAL_MS);
    expect(['paid', 'cancelled']).toContain(till.view(saleId).stage);
  });

  test('a press of "Customer says they paid" is answered at once as long as there are few', async () => {
    const saleId = await till.waiting();
    await till.clock.advance(55_000);
    for (let press = 0; press < 3; press += 1) {
      await till.sales.customerSaysPaid(saleId);
      await till.clock.advance(50);
      expect(till.view(saleId).verdict?.kind).toBe('not-paid');
    }
    expect(till.service.busiest(MINUTE_MS)).toBeLessThanOrEqual(60);
  });

  test('presses about a sale that is long over count too', async () => {
    const saleId = await till.waiting();
    succeeded();
    await till.clock.advance(120_000);
    for (let press = 0; press < 300; press += 1) {
      await till.sales.customerSaysPaid(saleId);
      await till.clock.advance(100);
    }
    expect(till.service.busiest(MINUTE_MS)).toBeLessThanOrEqual(60);
  });
});

describe('a wish to wait for an hour', () => {
  test('is obeyed as it stands, whoever asks, and told with its end', async () => {
    const saleId = await till.waiting();
    till.service.instead = () => ({ status: 503, retryAfter: '3600' });
    await till.clock.advance(2_000);
    const before = till.service.sent.length;
    till.service.instead = () => undefined;
    const { doing } = till.view(saleId);
    expect(doing?.code).toBe('asked-to-wait');
    expect(doing?.untilMs).toBeGreaterThan(till.clock.now() + 3_590_000);
    expect(doing?.untilMs).toBeLessThanOrEqual(till.clock.now() + 3_600_000);
    await till.sales.customerSaysPaid(saleId);
    await till.sales.cancel(saleId);
    till.sales.networkReturned();
    await till.clock.advance(3_590_000);
    expect(till.service.sent.length).toBe(before);
    await till.clock.advance(15_000);
    expect(till.view(saleId).stage).toBe('cancelled');
  });
});

describe('an acknowledgement', () => {
  async function waitingForUs(): Promise<string> {
    const saleId = await till.waiting();
    till.service.last.status = 'PENDING_MERCHANT_ACKNOWLEDGEMENT';
    return saleId;
  }

  test.each([409, 422, 404, 400])(
    'whose answer was lost, and is refused with %i when it is repeated, is paid when reading says so',
    async (status) => {
      const saleId = await waitingForUs();
      till.service.instead = (asked, nth) => {
        if (asked === 'acknowledge') return nth === 1 ? { broken: 'reset' } : { status };
        return undefined;
      };
      await till.clock.advance(8_000);
      expect(till.view(saleId).stage).toBe('authorised');
      expect(till.journal.sale(saleId)?.acknowledge).toBe('due');
      expect(till.service.count('acknowledge')).toBeLessThanOrEqual(5);
      succeeded();
      await till.clock.advance(USUAL_MS);
      expect(till.view(saleId)).toMatchObject({ stage: 'paid' });
      expect(till.view(saleId).problem).toBeUndefined();
    },
  );
});

test('a creation that is answered with the id of a paid sale of the same reference is looked for, and is not paid', async () => {
  const order = { amount: 1250 as Cents, reference: 'order 7' };
  const { saleId: paid } = await till.sales.start(order);
  await till.clock.advance(100);
  const first = till.service.last.paymentId;
  succeeded();
  await till.clock.advance(USUAL_MS);
  await till.sales.dismiss(paid);
  till.service.instead = (asked) => (asked === 'create' ? { naming: first } : undefined);
  const { saleId } = await till.sales.start(order);
  await till.clock.advance(USUAL_MS);
  expect(till.view(saleId)).toMatchObject({ stage: 'waiting', paymentId: till.service.last.paymentId });
  expect(till.view(paid)).toMatchObject({ stage: 'paid', paymentId: first });
  succeeded();
  await till.clock.advance(USUAL_MS);
  expect(till.view(saleId)).toMatchObject({ stage: 'paid', paymentId: till.service.last.paymentId });
});
