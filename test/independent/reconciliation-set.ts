import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { detachedSignature } from './signing.ts';

/**
 * A week of a shop with two tills, drawn from a seed, and a service that lists it: written from the specification's text
 * alone, with nothing but node:http and node:crypto. It says itself, in cents, what somebody who holds the lists against
 * the first till's records has to find.
 */

export interface TillSale {
  readonly paymentId: string;
  readonly reference: string;
  readonly cents: number;
  readonly at: string;
  readonly outcome: 'paid' | 'cancelled';
  readonly refund?: { readonly refundId: string; readonly cents: number; readonly at: string };
}

/** Count and cents by what was found, such as `payment matched`. */
export type Found = Record<string, readonly [count: number, cents: number]>;

export interface ReconciliationSet {
  readonly baseUrl: string;
  readonly jwksUrl: string;
  readonly claimPrefix: string;
  readonly issuer: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly from: string;
  readonly to: string;
  /** What the first till has written down. */
  readonly sales: readonly TillSale[];
  readonly found: Found;
  /** Cents by payout id that its totals are off. */
  readonly off: Readonly<Record<string, number>>;
  readonly outstandingCents: number;
  close(): Promise<void>;
}

const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15'];
const FAILED_DAY = 2;
const OFF_DAY = 3;
const MERCHANT = 'ab'.repeat(12);
const PROFILE = 'cd'.repeat(12);

interface Listed {
  readonly paymentId: string;
  readonly payoutId?: string;
  readonly paymentProfileId: string;
  readonly merchantName: string;
  readonly paymentChannel: 'INSTORE';
  readonly currency: 'EUR';
  readonly amount: number;
  readonly reference?: string;
  readonly transactionDate: string;
  readonly refundId?: string;
}

/** `now` is the time that the answers carry. */
export async function startReconciliationSet(posId: string, seed: number, now: () => Date): Promise<ReconciliationSet> {
  const next = numbers(seed);
  const below = (most: number) => Math.floor(next() * most);
  const id = (kind: string) => kind + Array.from({ length: 23 }, () => below(16).toString(16)).join('');
  const sales: TillSale[] = [];
  const payments: Listed[] = [];
  const refunds: Listed[] = [];
  const found: Record<string, [number, number]> = {};
  const count = (what: string, cents: number) => {
    const [before, sum] = found[what] ?? [0, 0];
    found[what] = [before + 1, sum + cents];
  };
  const payoutOf = DAYS.map(() => id('c'));
  let outstandingCents = 0;

  for (const [day, date] of DAYS.entries()) {
    const isLast = day === DAYS.length - 1;
    const isOutstanding = isLast || day === FAILED_DAY;
    for (let number = 0; number < 300; number += 1) {
      const cents = 1 + below(25_000);
      const at = `${date}T${String(8 + below(12)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}:00.000Z`;
      const paymentId = id('a');
      const tail = `${date.slice(2).replaceAll('-', '')}-4711${String(number).padStart(4, '0')}`;
      const common = {
        paymentId,
        ...(isLast ? {} : { payoutId: payoutOf[day] ?? '' }),
        paymentProfileId: PROFILE,
        merchantName: 'Bakkerij Zoë',
        paymentChannel: 'INSTORE',
        currency: 'EUR',
        transactionDate: at,
      } as const;
      const list = (listed: { readonly amount: number; readonly reference?: string }) => {
        payments.push({ ...common, ...listed });
        if (isOutstanding) outstandingCents += listed.amount;
      };
      const own = { paymentId, reference: `${posId}-${tail}`, cents, at };
      const fate = below(100);
      if (fate < 70) {
        const refunded = fate < 10 ? { refundId: id('b'), cents: 1 + below(cents), at } : undefined;
        sales.push({ ...own, outcome: 'paid', ...(refunded && { refund: refunded }) });
        list({ amount: cents, reference: own.reference });
        count('payment matched', cents);
        if (refunded === undefined) continue;
        refunds.push({ ...common, amount: refunded.cents, reference: own.reference, refundId: refunded.refundId });
        count('refund matched', refunded.cents);
        if (isOutstanding) outstandingCents -= refunded.cents;
      } else if (fate < 80) {
        list({ amount: cents, reference: `NEXTDOOR-${tail}` });
        count('payment other-till', cents);
      } else if (fate < 84) {
        list({ amount: cents });
        count('payment till-unknown', cents);
      } else if (fate < 88) {
        sales.push({ ...own, outcome: 'paid' });
        list({ amount: cents + 1, reference: own.reference });
        count('payment amount-differs', cents + 1);
      } else if (fate < 92) {
        sales.push({ ...own, outcome: 'cancelled' });
        list({ amount: cents, reference: own.reference });
        count('payment outcome-differs', cents);
      } else if (fate < 96) {
        list({ amount: cents, reference: own.reference });
        count('payment missing-in-journal', cents);
      } else {
        sales.push({ ...own, outcome: 'paid' });
        count('payment missing-at-service', cents);
      }
    }
    // One a day whose payment nobody has.
    refunds.push({
      paymentId: id('a'),
      ...(isLast ? {} : { payoutId: payoutOf[day] ?? '' }),
      paymentProfileId: PROFILE,
      merchantName: 'Bakkerij Zoë',
      paymentChannel: 'INSTORE',
      currency: 'EUR',
      amount: 700 + day,
      transactionDate: `${date}T20:30:00.000Z`,
      refundId: id('b'),
    });
    count('refund no-payment', 700 + day);
    if (isOutstanding) outstandingCents -= 700 + day;
  }

  const off: Record<string, number> = {};
  const payouts = DAYS.slice(0, -1).map((date, day) => {
    const payoutId = payoutOf[day] ?? '';
    const total = (list: readonly Listed[]) => {
      const mine = list.filter((each) => each.payoutId === payoutId);
      return [mine.length, mine.reduce((sum, each) => sum + each.amount, 0)] as const;
    };
    const [totalPayments, totalPaymentAmount] = total(payments);
    const [totalRefunds, totalRefundAmount] = total(refunds);
    off[payoutId] = day === OFF_DAY ? 3 : 0;
    return {
      payoutId,
      merchantId: MERCHANT,
      bulkId: 'NONE',
      iban: 'NL91ABNA0417164300',
      payoutStatus: day === FAILED_DAY ? 'FAILED' : 'SUCCEEDED',
      payoutDate: `${date}T23:00:00.000Z`,
      payoutCurrency: 'EUR',
      totalPayments,
      totalRefunds,
      totalPaymentAmount,
      totalRefundAmount,
      payoutAmount: totalPaymentAmount - totalRefundAmount + (off[payoutId] ?? 0),
    };
  });

  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claimPrefix = 'https://set.example';
  const issuer = 'SetIssuer';
  const answer = (response: ServerResponse, path: string, status: number, value: object) => {
    const body = JSON.stringify(value);
    const name = (claim: string) => `${claimPrefix}/${claim}`;
    const header = {
      typ: 'jose+json',
      kid: 'set',
      alg: 'ES256',
      [name('sub')]: 'bank',
      [name('iss')]: issuer,
      [name('iat')]: now().toISOString(),
      [name('jti')]: randomUUID(),
      [name('path')]: path,
      crit: ['sub', 'iss', 'iat', 'jti', 'path'].map(name),
    };
    const signature = detachedSignature(header, body, privateKey);
    response.writeHead(status, { 'content-type': 'application/json', signature, date: now().toUTCString() }).end(body);
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://set');
    const wanted = (list: readonly Listed[]) =>
      list.filter(({ payoutId, transactionDate }) => {
        const asked = searchParams.get('payout-id');
        if (asked !== null) return payoutId === asked;
        const day = transactionDate.slice(0, 10);
        return day >= (searchParams.get('start-date') ?? '') && day <= (searchParams.get('end-date') ?? '');
      });
    const page = (list: string, items: readonly object[]) => {
      const envelope = { size: items.length, totalPages: 1, totalElements: items.length, number: 0 };
      answer(response, pathname, 200, { ...envelope, [list]: items });
    };
    if (pathname === '/keys') {
      const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'set', use: 'sig', alg: 'ES256' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
    } else if (pathname.endsWith('/payouts'))
      page(
        'payouts',
        payouts.filter(({ payoutDate }) => payoutDate.startsWith(searchParams.get('date') ?? 'x')),
      );
    else if (pathname.endsWith('/reconciliation/payments')) page('payments', wanted(payments));
    else if (pathname.endsWith('/reconciliation/refunds')) page('refunds', wanted(refunds));
    else answer(response, pathname, 404, { code: 'NOT_FOUND', message: 'no', traceId: 't', spanId: 's' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    jwksUrl: `${baseUrl}/keys`,
    claimPrefix,
    issuer,
    merchantId: MERCHANT,
    profileId: PROFILE,
    from: DAYS[0] ?? '',
    to: DAYS.at(-1) ?? '',
    sales,
    found,
    off,
    outstandingCents,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
