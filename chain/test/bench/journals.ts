import { randomUUID } from 'node:crypto';
import { TestJournal } from '../till.ts';

const by = { role: 'cashier', id: 'p-17', name: 'Ann Peeters' };

/** Returns a journal of `sales` paid sales with eight events each, up to `until` (ms since the epoch). */
export function soldBy(till: number, sales: number, until: number, everyMs: number): TestJournal {
  const journal = new TestJournal();
  for (let n = 0; n < sales; n += 1) {
    const at = until - (sales - n) * everyMs;
    const saleId = randomUUID();
    const paymentId = saleId.replaceAll('-', '').slice(0, 24);
    const reference = `T${till}-261127-${String(n).padStart(4, '0')}`;
    const add = (type: string, payload: object, after: number) =>
      journal.addAny(type, JSON.stringify({ saleId, ...payload }), at + after);
    const amount = 100 + ((n * 7_919) % 9_900);
    const body = JSON.stringify({ amount, currency: 'EUR', reference, description: 'Bread and coffee' });
    add(
      'sale.intent',
      { reference, counter: 'c', sequence: n, amount, operation: 'static-qr', body, by, skewMs: 120, timeKnown: true },
      0,
    );
    add(
      'sale.created',
      {
        paymentId,
        createdAt: at + 300,
        expiresAt: at + 300_000,
        deeplink: `https://pay.example/${paymentId}`,
        via: 'create',
      },
      310,
    );
    add('sale.moved', { via: 'read', status: 'IDENTIFIED', stage: 'scanned' }, 4_000);
    add('sale.moved', { via: 'read', status: 'AUTHORIZED', stage: 'authorised' }, 6_000);
    add(
      'sale.moved',
      { via: 'callback', status: 'SUCCEEDED', stage: 'paid', bulkId: 'NONE', succeededAt: at + 8_000 },
      8_100,
    );
    journal.addAny('callback.seen', JSON.stringify({ jti: randomUUID(), untilMs: at + 600_000 }), at + 8_200);
    add('sale.dismissed', {}, 11_000);
    add('sale.settled', {}, 11_001);
  }
  return journal;
}
