import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError } from '../../main/base/till-error.ts';
import { CustomerSaysPaid, type CustomerVerdict } from '../../main/sale/customer-says-paid.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { AT, ended, fresh, known, read, unanswered } from './sale-states.ts';

let clock: VirtualClock;
let notified: number;
let shown: CustomerVerdict | undefined;
let customer: CustomerSaysPaid;

beforeEach(() => {
  clock = new VirtualClock(AT);
  notified = 0;
  customer = new CustomerSaysPaid(clock, () => {
    notified += 1;
    shown = customer.verdict;
  });
});

const paid = ended('SUCCEEDED', { succeededAt: AT - 5 });
const { succeededAt: _none, ...timeless } = paid;
const doubtful = known(read('SOMETHING_NEW'));
const lost = new TillError('network.reset', 'broke', { retryable: true, acted: 'maybe' });

test('has no verdict before a click', () => {
  expect(customer.verdict).toBeUndefined();
  expect(customer.isAsking).toBe(false);
  customer.answered(paid);
  customer.failed(lost, 5, 0);
  expect(customer.verdict).toBeUndefined();
  expect(notified).toBe(0);
});

describe('a question is answered', () => {
  test.each([
    ['with the time of the payment', paid, { at: AT, kind: 'paid', succeededAt: AT - 5 }],
    ['without a time where the service sends none', timeless, { at: AT, kind: 'paid' }],
    ['with "not paid" of a sale that waits', fresh(), { at: AT, kind: 'not-paid' }],
    ['with "not found" of a creation after an empty search', unanswered(), { at: AT, kind: 'not-found' }],
    ['with "unknown" of an unknown status', doubtful, { at: AT, kind: 'unknown' }],
    ['with "not paid" of a sale that was voided', { ...paid, stage: 'voided' as const }, { at: AT, kind: 'not-paid' }],
  ])('%s', (_name, sale, verdict) => {
    customer.begin('asking');
    expect(customer.isAsking).toBe(true);
    customer.answered(sale);
    expect(customer.verdict).toStrictEqual(verdict);
    expect(shown).toBe(customer.verdict);
    expect([customer.isAsking, notified]).toEqual([false, 2]);
  });

  test('once per click: later reads change no verdict', () => {
    customer.begin('asking');
    customer.answered(fresh());
    customer.answered(paid);
    customer.failed(lost, 5, 0);
    expect(customer.verdict?.kind).toBe('not-paid');
    expect(notified).toBe(2);
  });
});

describe('a question that fails', () => {
  const waits = (retryAfterMs: number) => new TillError('service.busy', 'wait', { status: 429, retryAfterMs });

  test.each([
    ['is asked once more when an answer was lost', lost, 1, 'asking'],
    ['is given up when an answer was lost twice', lost, 2, 'unreachable'],
    ['waits as long as three seconds for the service', waits(3_000), 1, 'asking'],
    ['waits no longer than that', waits(3_001), 1, 'unreachable'],
    ...(['dns', 'refused', 'unreachable', 'tls', 'connect-timeout', 'protocol'] as const).map(
      (kind) =>
        [
          `is given up at once when nobody is there: ${kind}`,
          new TillError(`network.${kind}`, ''),
          1,
          'unreachable',
        ] as const,
    ),
    [
      'is asked once more when something like it is somewhere in the code',
      new TillError('a.network.dns' as ErrorCode, ''),
      1,
      'asking',
    ],
    ['is asked once more when the code goes on', new TillError('network.dns-slow' as ErrorCode, ''), 1, 'asking'],
  ] as const)('%s', (_name, error, tries, kind) => {
    customer.begin('asking');
    customer.failed(error, tries, error.retryAfterMs ?? 0);
    expect(customer.verdict).toEqual({ at: AT, kind });
  });
});
