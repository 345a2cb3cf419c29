import { errors } from 'undici';
import { expect, test } from 'vitest';
import type { ServiceErrorCode } from '../../main/base/service-error-codes.ts';
import { ProxyFault } from '../../main/service/connector.ts';
import { connectCode, exchangeCode, messageOf } from '../../main/service/network-codes.ts';

const of = (code: string) => Object.assign(new Error(code), { code });

test.each<readonly [string, ServiceErrorCode]>([
  ['ENOTFOUND', 'network.dns'],
  ['EAI_AGAIN', 'network.dns'],
  ['EAI_FAIL', 'network.dns'],
  ['EAI_NODATA', 'network.dns'],
  ['ECONNREFUSED', 'network.refused'],
  ['ETIMEDOUT', 'network.connect-timeout'],
  ['ECONNRESET', 'network.reset'],
  ['EPIPE', 'network.reset'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES'].map(
    (code) => [code, 'network.unreachable'] as const,
  ),
  ['CERT_HAS_EXPIRED', 'network.tls'],
])('connect error %s has code %s', (system, code) => {
  expect(connectCode(of(system))).toBe(code);
});

test("uses the first address's error for a host with several", () => {
  const each = [of('ENETUNREACH'), of('ECONNREFUSED')];
  expect(connectCode(new AggregateError(each))).toBe('network.unreachable');
  expect(messageOf(new AggregateError(each))).toBe('ENETUNREACH');
  expect(connectCode(Object.assign(new AggregateError(each), { code: 'ETIMEDOUT' }))).toBe('network.connect-timeout');
});

test('classifies connect timeouts and proxy refusals', () => {
  expect(connectCode(new errors.ConnectTimeoutError())).toBe('network.connect-timeout');
  expect(connectCode(new ProxyFault('network.proxy-auth', '407', of('ECONNRESET')))).toBe('network.proxy-auth');
});

const before = { aborted: false, answered: false };
const within = { aborted: false, answered: true };

test.each<readonly [string, Error, typeof before, string]>([
  ['no head in time', new errors.HeadersTimeoutError(), before, 'network.headers-timeout'],
  ['a body that stalls', new errors.BodyTimeoutError(), within, 'network.body-timeout'],
  ['a head without end', new errors.HeadersOverflowError(), before, 'answer.too-large'],
  ['what is not HTTP', new errors.HTTPParserError('Expected HTTP/'), before, 'network.protocol'],
  [
    'a broken piece of the body',
    new errors.HTTPParserError('Invalid character in chunk size'),
    within,
    'network.truncated',
  ],
  ['a reset before the head', of('ECONNRESET'), before, 'network.reset'],
  ['a reset within the body', of('ECONNRESET'), within, 'network.truncated'],
  ['a time-out after it was stopped', new errors.BodyTimeoutError(), { ...within, aborted: true }, 'aborted'],
])('%s has its code', (_what, error, at, code) => {
  expect(exchangeCode(error, at)).toBe(code);
});
