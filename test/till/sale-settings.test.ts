import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import { type OpenTill, openTill } from '../../main/till/open-till.ts';
import { createConnection } from '../../main/till/service-connection.ts';
import { amountField } from '../../preload/contract/fields.ts';
import type { SettingsDraft } from '../../preload/contract/settings.ts';
import { actsInMemory } from '../audit/audit-log-in-memory.ts';
import { folder } from '../base/test-folder.ts';
import { silentLog } from '../settings/terminal-with-record.ts';
import { liveSettings } from './counter-till.ts';

const key = makeSigningKey('sale-settings');
let sandbox: Sandbox;
let till: OpenTill | undefined;

beforeEach(async () => {
  sandbox = await startSandbox();
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(key));
  const { profiles } = sandbox.engine.store;
  const profile = profiles.get(sandbox.profile.profileId);
  if (profile !== undefined) profiles.set(profile.profileId, { ...profile, bulking: true });
});
afterEach(async () => {
  await till?.close();
  await sandbox.close();
});

/** Charges a sale with these settings. Returns the request body and the payment at the service. */
async function sold(sale: SettingsDraft['sale'], more: object = {}, amount = 1_250, description?: string) {
  const { profile, baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
  const settings = liveSettings({
    service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    merchant: { merchantId: profile.merchantId, profileId: profile.profileId },
    sale,
    ...more,
  });
  const parts = { clock: systemClock, random: systemRandom, log: silentLog };
  const connection = createConnection({ ...parts, settings, signingKey: key, apiKey: undefined });
  const sent: string[] = [];
  const service: typeof connection.service = {
    ...connection.service,
    createStaticQr: (body, options) => {
      sent.push(body);
      return connection.service.createStaticQr(body, options);
    },
    createPayment: (body, options) => {
      sent.push(body);
      return connection.service.createPayment(body, options);
    },
  };
  till = await openTill({
    ...parts,
    folder,
    terminalId: systemRandom.uuid(),
    settings,
    connection: { ...connection, service },
    changed: () => undefined,
    onEvent: () => undefined,
    acts: actsInMemory(parts),
  });
  const { saleId } = await till.sales.start({ amount: amountField.parse(amount), ...omitUndefined({ description }) });
  await expect.poll(() => till?.sales.get(saleId)?.stage, { timeout: 10_000 }).toBe('waiting');
  const paymentId = till.journal.sale(saleId)?.paymentId ?? '';
  return { body: JSON.parse(sent.join()), payment: sandbox.engine.store.payments.get(paymentId) };
}

const sale = liveSettings({
  sale: {
    description: 'Brood en gebak',
    referencePattern: 'Zoë {yyMMdd}/{sequence}',
    bulkId: 'MARKET-7',
    voucherSchemes: ['MEAL', 'ECO'],
    voucherMaximum: 800,
  },
}).sale as NonNullable<SettingsDraft['sale']>;

test.each(['static-qr', 'payment'] as const)(
  'charged by %s, a payment carries all sale settings',
  async (chargeWith) => {
    const { body, payment } = await sold(sale, { till: { chargeWith, sticker: false } });
    expect(payment).toMatchObject({ amount: 1_250, description: 'Brood en gebak', bulkId: 'MARKET-7' });
    expect(payment?.reference).toMatch(/^Zoë \d{6}\/\d{8}$/);
    expect(body.voucherEligibility).toEqual([{ voucherSchemes: ['MEAL', 'ECO'], amount: 800 }]);
  },
);

test('the typed description wins, vouchers never exceed the sale', async () => {
  const { body, payment } = await sold(sale, {}, 300, 'Two loaves');
  expect(payment?.description).toBe('Two loaves');
  expect(body.voucherEligibility).toEqual([{ voucherSchemes: ['MEAL', 'ECO'], amount: 300 }]);
});

test('without sale settings sends no optional fields', async () => {
  const { body } = await sold(undefined);
  expect(Object.keys(body).sort()).toEqual(['amount', 'currency', 'posId', 'reference', 'shopId', 'shopName']);
  expect(body.reference).toMatch(/^TILL42-\d{6}-\d{8}$/);
});
