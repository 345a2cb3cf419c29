import { describe, expect, test } from 'vitest';
import type { Operation } from '../../main/service/operations.ts';
import type { PathDeviation } from '../../main/service/response-path.ts';
import type { TerminalSettings } from '../../main/settings/settings.ts';
import { createResponsePathWatch, type OtherPath, withAcceptedPath } from '../../main/till/accepted-response-path.ts';
import { createTill, settingsFor, signed } from '../service/client-under-test.ts';
import { paymentId, refund, refundId } from '../service/sample-responses.ts';

const usual = '/v3/payments/{paymentId}/refunds/{refundId}';
const other = `/refund${usual}`;
const settings = settingsFor();

/** Creates a till whose service signs for the path returned by `signedPath`, with its watch. */
function tillAt(signedPath: (path: string) => string, tuning: Partial<TerminalSettings['tuning']> = {}) {
  const watch = createResponsePathWatch();
  const answered = (id: string) => ({ ...refund, paymentId: id });
  const till = createTill(
    (request, side) =>
      signed({ ...request, path: signedPath(request.path) }, side, 200, answered(request.path.split('/')[3] ?? '')),
    { tuning, pathSeen: watch.seen },
  );
  const read = async (id = paymentId) => (await till.service.readRefund(id, refundId)).verifyFault;
  return { ...till, watch, read };
}

describe('a response signed for a different path', () => {
  test('is refused and reported with placeholders', async () => {
    const { read, watch, logged } = tillAt((path) => `/refund${path}`);
    expect(await read()).toBe('verify.path');
    expect(watch.others()).toEqual([{ operation: 'readRefund', expected: usual, got: other, acceptable: true }]);
    expect(logged).toContainEqual({
      message: 'Response signed for another path',
      facts: expect.objectContaining({ operation: 'readRefund', expected: usual, got: other }),
    });
  });

  test('is reported once per pattern', async () => {
    const { read, watch } = tillAt((path) => `/refund${path}`);
    let times = 0;
    watch.onChange(() => {
      times += 1;
    });
    await read();
    await read('b'.repeat(24) as typeof paymentId);
    expect(times).toBe(1);
  });

  test('is forgotten after a response for the right path', async () => {
    let prefix = '/refund';
    const { read, watch } = tillAt((path) => `${prefix}${path}`);
    await read();
    prefix = '';
    expect(await read()).toBeUndefined();
    expect(watch.others()).toEqual([]);
  });

  test.each<readonly [string, (path: string) => string]>([
    ['the id of another payment', (path) => path.replace(paymentId, 'c'.repeat(20).concat('1234'))],
    ['a query', (path) => `${path}?page=0`],
    ['a whole address', (path) => `https://pay.example${path}`],
  ])('offers no acceptance: %s', async (_reason, signedPath) => {
    const { read, watch } = tillAt(signedPath);
    expect(await read()).toBe('verify.path');
    expect(watch.others()).toMatchObject([{ operation: 'readRefund', acceptable: false }]);
  });
});

describe('accepted path', () => {
  const accepted = { responsePaths: [`readRefund ${other}`] };

  test.each<readonly [string, readonly string[], (path: string) => string, string | undefined]>([
    ['the pattern with the ids of the request', accepted.responsePaths, (path) => `/refund${path}`, undefined],
    ['the path of the request as before', accepted.responsePaths, (path) => path, undefined],
    ['a fixed text', ['readRefund /refunds'], () => '/refunds', undefined],
    ['the ids of another payment', accepted.responsePaths, () => `/refund/v3/payments/x/refunds/y`, 'verify.path'],
    ['the pattern of another operation', [`payouts ${other}`], (path) => `/refund${path}`, 'verify.path'],
  ])('%s', async (_reason, responsePaths, signedPath, fault) => {
    const { read, watch } = tillAt(signedPath, { responsePaths: [...responsePaths] });
    for (const id of [paymentId, 'd'.repeat(24) as typeof paymentId]) expect(await read(id)).toBe(fault);
    expect(watch.others()).toHaveLength(fault === undefined ? 0 : 1);
  });
});

describe('acceptance by a manager', () => {
  const seen = (operation: Operation, got: string, acceptable = true): OtherPath => {
    const deviation: PathDeviation = { expected: usual, got };
    return { operation, ...deviation, acceptable };
  };

  test('stores the pattern for its operation, replacing the earlier pattern', () => {
    const first = withAcceptedPath(settings, seen('payouts', '/payouts'), '/payouts');
    const second = withAcceptedPath(first, seen('readRefund', '/old'), '/old');
    const third = withAcceptedPath(second, seen('readRefund', other), other);
    const responsePaths = ['payouts /payouts', `readRefund ${other}`];
    expect(third).toEqual({ ...settings, tuning: { ...settings.tuning, responsePaths } });
  });

  test.each<readonly [string, OtherPath | undefined]>([
    ['nothing was seen', undefined],
    ['another path was seen', seen('readRefund', '/another')],
    ['the path may be of another payment', seen('readRefund', other, false)],
  ])('is refused: %s', (_reason, shown) => {
    expect(() => withAcceptedPath(settings, shown, other)).toThrow(
      expect.objectContaining({ code: 'response-path.not-seen' }),
    );
  });
});
