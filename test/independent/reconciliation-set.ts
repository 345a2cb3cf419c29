import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { detachedSignature, requestHeader, type Signer } from './signing.ts';

/**
 * A week of a shop with two tills, drawn from a seed, and a service that lists the week. Written from the
 * specification's text alone, with only node:http and node:crypto. States the results, in cents, expected from a
 * reconciliation with the first till's records.
 */

/** A sale in the first till's records. */
interface TillSale {
  readonly paymentId: string;
  readonly reference: string;
  readonly cents: number;
  readonly at: string;
  readonly outcome: 'paid' | 'cancelled';
  readonly refund?: { readonly refundId: string; readonly cents: number; readonly at: string };
}

const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15'];
const FAILED_DAY = DAYS[2];
const OFF_DAY = DAYS[3];
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

/** Starts the service. `now` returns the time for its responses. */
export async function startReconciliationSet(posId: string, seed: number, now: () => Date) {
  const { payments, refunds, payouts, ...expected } = drawnWeek(posId, seed);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'set', use: 'sig', alg: 'ES256' };
  const signer: Signer = { claimPrefix: 'https://set.example', kid: 'set', privateKey, profileId: 'bank' };
  const issuer = 'SetIssuer';

  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://set');
    const answer = (status: number, value: object) => {
      const body = JSON.stringify(value);
      const header = requestHeader(signer, { issuer, issuedAt: now(), jti: randomUUID(), path });
      const signature = detachedSignature(header, body, privateKey);
      const headers = { 'content-type': 'application/json', signature, date: now().toUTCString() };
      response.writeHead(status, headers).end(body);
    };
    const asked = (name: string) => searchParams.get(name) ?? '';
    const isAsked = ({ payoutId, transactionDate }: Listed) => {
      const day = transactionDate.slice(0, 10);
      if (asked('payout-id') !== '') return payoutId === asked('payout-id');
      return day >= asked('start-date') && day <= asked('end-date');
    };
    const page = (list: string, items: readonly object[]) =>
      answer(200, { size: items.length, totalPages: 1, totalElements: items.length, number: 0, [list]: items });
    if (path === '/keys') response.end(JSON.stringify({ keys: [jwk] }));
    else if (path === '/v3/reconciliation/payments') page('payments', payments.filter(isAsked));
    else if (path === '/v3/reconciliation/refunds') page('refunds', refunds.filter(isAsked));
    else if (path === '/v3/reconciliation/payouts') {
      const ofDay = payouts.filter(({ payoutDate }) => payoutDate.slice(0, 10) === asked('date'));
      page('payouts', ofDay);
    } else answer(404, { code: 'NOT_FOUND', message: 'no', traceId: 't', spanId: 's' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ baseUrl, jwksUrl: `${baseUrl}/keys`, claimPrefix: signer.claimPrefix, issuer },
    ...{ merchantId: MERCHANT, profileId: PROFILE, from: DAYS[0] ?? '', to: DAYS.at(-1) ?? '' },
    ...expected,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function drawnWeek(posId: string, seed: number) {
  const random = numbers(seed);
  const below = (most: number) => Math.floor(random() * most);
  const id = (kind: string) => kind + Array.from({ length: 23 }, () => below(16).toString(16)).join('');
  const sales: TillSale[] = [];
  const payments: Listed[] = [];
  const refunds: Listed[] = [];
  /** Count and cents by result, such as `payment matched`. */
  const found: Record<string, [number, number]> = {};
  /** Difference of a payout's totals in cents, by payout id. */
  const off: Record<string, number> = {};
  let outstandingCents = 0;

  const count = (what: string, cents: number) => {
    const [before, sum] = found[what] ?? [0, 0];
    found[what] = [before + 1, sum + cents];
  };
  const drawDay = (date: string, payoutId: string | undefined, isOutstanding: boolean) => {
    const listed = (paymentId: string, at: string, amount: number, reference?: string): Listed => ({
      ...{ paymentId, paymentProfileId: PROFILE, merchantName: 'Bakkerij Zoë', paymentChannel: 'INSTORE' },
      ...{ currency: 'EUR', amount, transactionDate: at },
      ...(payoutId === undefined ? {} : { payoutId }),
      ...(reference === undefined ? {} : { reference }),
    });
    const list = (payment: Listed, verdict: string) => {
      payments.push(payment);
      count(`payment ${verdict}`, payment.amount);
      if (isOutstanding) outstandingCents += payment.amount;
    };
    const giveBack = (refund: Listed, verdict: string) => {
      refunds.push(refund);
      count(`refund ${verdict}`, refund.amount);
      if (isOutstanding) outstandingCents -= refund.amount;
    };
    for (let number = 0; number < 300; number += 1) {
      const cents = 1 + below(25_000);
      const at = `${date}T${String(8 + below(12)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}:00.000Z`;
      const paymentId = id('a');
      const tail = `${date.slice(2).replaceAll('-', '')}-4711${String(number).padStart(4, '0')}`;
      const reference = `${posId}-${tail}`;
      const sold = (outcome: TillSale['outcome'], refund?: TillSale['refund']) =>
        sales.push({ paymentId, reference, cents, at, outcome, ...(refund === undefined ? {} : { refund }) });
      const own = listed(paymentId, at, cents, reference);
      const fate = below(100);
      if (fate < 10) {
        const refund = { refundId: id('b'), cents: 1 + below(cents), at };
        sold('paid', refund);
        list(own, 'matched');
        giveBack({ ...own, amount: refund.cents, refundId: refund.refundId }, 'matched');
      } else if (fate < 70) {
        sold('paid');
        list(own, 'matched');
      } else if (fate < 80) {
        list({ ...own, reference: `NEXTDOOR-${tail}` }, 'other-till');
      } else if (fate < 84) {
        list(listed(paymentId, at, cents), 'till-unknown');
      } else if (fate < 88) {
        sold('paid');
        list({ ...own, amount: cents + 1 }, 'amount-differs');
      } else if (fate < 92) {
        sold('cancelled');
        list(own, 'outcome-differs');
      } else if (fate < 96) {
        list(own, 'missing-in-journal');
      } else {
        sold('paid');
        count('payment missing-at-service', cents);
      }
    }
    giveBack({ ...listed(id('a'), `${date}T20:30:00.000Z`, 700 + below(9)), refundId: id('b') }, 'no-payment');
  };
  const payoutOn = (date: string, payoutId: string, status: 'SUCCEEDED' | 'FAILED') => {
    const total = (list: readonly Listed[]) => {
      const mine = list.filter((each) => each.payoutId === payoutId);
      return [mine.length, mine.reduce((sum, each) => sum + each.amount, 0)] as const;
    };
    const [totalPayments, totalPaymentAmount] = total(payments);
    const [totalRefunds, totalRefundAmount] = total(refunds);
    const offCents = date === OFF_DAY ? 3 : 0;
    off[payoutId] = offCents;
    return {
      ...{ payoutId, merchantId: MERCHANT, bulkId: 'NONE', iban: 'NL91ABNA0417164300', payoutStatus: status },
      ...{ payoutDate: `${date}T23:00:00.000Z`, payoutCurrency: 'EUR' },
      ...{ totalPayments, totalRefunds, totalPaymentAmount, totalRefundAmount },
      payoutAmount: totalPaymentAmount - totalRefundAmount + offCents,
    };
  };

  const payouts = DAYS.flatMap((date) => {
    const isPaidOut = date !== DAYS.at(-1);
    const payoutId = id('c');
    drawDay(date, isPaidOut ? payoutId : undefined, !isPaidOut || date === FAILED_DAY);
    return isPaidOut ? [payoutOn(date, payoutId, date === FAILED_DAY ? 'FAILED' : 'SUCCEEDED')] : [];
  });
  return { sales, payments, refunds, payouts, found, off, outstandingCents };
}

/** Returns a generator of numbers from 0 to 1, reproducible by seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
