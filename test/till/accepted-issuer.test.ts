import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import type { IssuerSeen } from '../../main/service/signature-verifier.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import type { TerminalSettings } from '../../main/settings/settings.ts';
import { withAcceptedIssuer } from '../../main/till/accepted-issuer.ts';
import { type Connection, createConnection } from '../../main/till/service-connection.ts';
import { settingsFor } from '../service/client-under-test.ts';
import { serveHttp } from '../service/loopback-server.ts';
import { createServiceSide } from '../service/service-side-signer.ts';
import { config } from '../service/vectors.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { silentLog } from '../settings/terminal-with-record.ts';

const signingKey = makeSigningKey('till-42');
const { profileId, merchantId, claimPrefix } = config;
const issuer = 'IssuerName';

const warned: object[] = [];
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  warned.length = 0;
  for (const close of closing.splice(0).reverse()) await close();
});

/** The app's own connection, as it opens a live till. */
function connectionTo(service: Partial<TerminalSettings['service']>, more: object = {}): Connection {
  const settings = terminalSettings.parse({
    service: { environment: 'PREPROD', baseUrl: 'https://service.test', claimPrefix, issuer, ...service },
    merchant: { merchantId, profileId },
    shop: { shopId: 'SHOP7', shopName: 'Bakkerij Zoë' },
    pos: { posId: 'POS01' },
    ...more,
  });
  const connection = createConnection({
    settings,
    signingKey,
    apiKey: undefined,
    clock: systemClock,
    random: systemRandom,
    log: { ...silentLog, warn: (_message, facts = {}) => void warned.push(facts) },
  });
  closing.push(() => connection.close());
  return connection;
}

describe('a callback that differs in its issuer', () => {
  const service = createServiceSide(Date.now);
  const mallory = createServiceSide(Date.now);
  const path = '/callback';
  const body = '{"paymentId":"x"}';
  const recased = { iss: 'ISSUERNAME' };

  let jwksUrl: string;
  beforeEach(async () => {
    const server = await serveHttp((_request, response) => response.end(JSON.stringify({ keys: [service.jwk] })));
    jwksUrl = `${server.origin}/jwks`;
    closing.push(async () => server[Symbol.asyncDispose]());
  });
  const signed = (claims: Parameters<typeof service.callback>[1] = recased, header: object = {}, by = service) =>
    by.detached({ ...service.callback(path, claims), ...header }, body);
  const verify = (connection: Connection, signature: string) =>
    connection.verifier.verify({
      kind: 'callback',
      signature,
      body: Buffer.from(body),
      path,
      now: Date.now(),
    });
  const watched = () => connectionTo({ jwksUrl });

  test('in its case only is accepted and reported once', async () => {
    const connection = watched();
    let told = 0;
    connection.issuers.onChange(() => {
      told += 1;
    });
    for (const _time of [1, 2]) await verify(connection, signed());
    expect(connection.issuers.renamed()).toEqual([{ of: 'service', expected: 'IssuerName', got: 'ISSUERNAME' }]);
    expect(told).toBe(1);
    expect(warned).toEqual([{ about: 'service', name: 'ISSUERNAME' }]);
  });

  test('and then comes under the right name again, leaves nothing on the till', async () => {
    const connection = watched();
    await verify(connection, signed());
    await verify(connection, signed({ iss: issuer }));
    expect(connection.issuers.renamed()).toEqual([]);
  });

  test.each<readonly [string, string, Parameters<typeof signed>]>([
    ['a name that is another', 'verify.issuer', [{ iss: 'Mallory' }]],
    ['a name with a blank more', 'verify.issuer', [{ iss: 'ISSUERNAME ' }]],
    ['a name with a letter that only looks alike', 'verify.issuer', [{ iss: 'ıssuerName' }]],
    ["somebody else's key", 'verify.signature-mismatch', [recased, {}, mallory]],
    ['another addressee', 'verify.addressee', [recased, { sub: 'c'.repeat(24) }]],
    ['another path', 'verify.path', [recased, { [`${claimPrefix}/path`]: '/other' }]],
    ['a time long past', 'verify.too-old', [{ ...recased, iat: 0 }]],
    ['a key that nobody published', 'verify.unknown-key', [recased, { kid: 'svc-2' }]],
    ['the thumbprint of another', 'verify.thumbprint', [recased, { 'x5t#S256': 'a'.repeat(43) }]],
    ['no critical members', 'verify.crit-missing', [recased, { crit: [] }]],
  ])('and has %s is not told to anybody who could accept it', async (_row, code, message) => {
    const connection = watched();
    await expect(verify(connection, signed(...message))).rejects.toMatchObject({ code });
    expect(connection.issuers.renamed()).toEqual([]);
  });
});

describe('a service that changes the case of its name from one day to the next', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ issuer, claimPrefix, profiles: [{ profileId, merchantId }], pace: { settleMs: 0 } });
    sandbox.registerKey(profileId, publicHalf(signingKey));
    closing.push(() => sandbox.close());
  });

  test('gives refunds and lists that are accepted and reported', async () => {
    const { baseUrl, jwksUrl } = sandbox;
    const connection = connectionTo({ baseUrl, jwksUrl }, { tuning: { reconciliationIssuer: 'IssuerName' } });
    const { service, issuers } = connection;
    const { paymentId } = await service.createPayment(service.preparePayment({ amount: 1250, reference: 'R' }));
    sandbox.payer.scan(paymentId);
    sandbox.payer.confirm(paymentId);
    sandbox.engine.runDue();
    const refund = () => service.createRefund(paymentId, service.prepareRefund({ amount: 100 }), randomUUID());
    expect(await refund()).toMatchObject({ verified: true });
    expect(issuers.renamed()).toEqual([]);

    sandbox.faults.signAs('issuername');
    expect(await refund()).toMatchObject({ verified: true });
    expect(issuers.renamed()).toEqual([{ of: 'service', expected: 'IssuerName', got: 'issuername' }]);
    await service.payouts({}, { retry: 'never' })[Symbol.asyncIterator]().next();
    expect(issuers.renamed()).toEqual([
      { of: 'service', expected: 'IssuerName', got: 'issuername' },
      { of: 'reconciliation', expected: 'IssuerName', got: 'issuername' },
    ]);
  });
});

const shouted = config.issuer.toUpperCase();
const seen = (of: IssuerSeen['of'], got: string): IssuerSeen => ({ of, expected: config.issuer, got });
const settings = settingsFor({ reconciliationIssuer: 'Lists' });

test('the name of the service is taken over, and nothing else of the settings changes', () => {
  const next = withAcceptedIssuer(settings, seen('service', shouted), shouted);
  expect(next).toEqual({ ...settings, service: { ...settings.service, issuer: shouted } });
});

test('so is the name that the lists are signed with', () => {
  const next = withAcceptedIssuer(settings, seen('reconciliation', 'LISTS'), 'LISTS');
  expect(next).toEqual({ ...settings, tuning: { ...settings.tuning, reconciliationIssuer: 'LISTS' } });
});

describe('nothing is taken over', () => {
  test.each<readonly [string, IssuerSeen | undefined, string]>([
    ['that the till was not told', undefined, shouted],
    ['but what the till was told', seen('service', shouted), config.issuer],
    ['that is another name', seen('service', 'Mallory'), 'Mallory'],
    ['that is the name of the other setting', seen('service', 'LISTS'), 'LISTS'],
  ])('%s', (_name, told, issuer) => {
    expect(() => withAcceptedIssuer(settings, told, issuer)).toThrow(
      expect.objectContaining({ code: 'issuer.not-told' }),
    );
  });

  test('where no name is set', () => {
    expect(() => withAcceptedIssuer(settingsFor(), seen('reconciliation', 'LISTS'), 'LISTS')).toThrow(
      expect.objectContaining({ code: 'issuer.not-told' }),
    );
  });
});
