import { generateKeyPairSync } from 'node:crypto';
import { set } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { firstCounter, firstRegister } from '../../../../preload/contract/settings-table.ts';
import {
  checkSettings,
  isOtherAccount,
  type Path,
  pathOfField,
  type StoredSettings,
} from '../../../../renderer/till/settings/settings-draft.ts';
import { amountText } from '../../../../renderer/ui/money.ts';
import { counterDraft, type SettingsTexts, textsOf } from '../../../../renderer/ui/setting-texts.ts';
import { storedSettings } from '../../../page/sample-snapshots.ts';

const written = (cents: number) => amountText(cents, 'nl-NL');
const stored: StoredSettings = {
  ...(storedSettings['settings.read'] as StoredSettings),
  counter: { ...firstCounter, display: { ...firstCounter.display, logo: 'logo.png' } },
};
const empty: StoredSettings = {
  settings: null,
  apiKeySet: false,
  pinSet: false,
  counter: stored.counter,
  version: 'v1',
};
const check = (texts: SettingsTexts, of = stored) => checkSettings(texts, textsOf(of, written), of);
const texts = (change: Partial<Record<Path, string>> = {}): SettingsTexts => {
  const all = textsOf(stored, written);
  for (const [path, text] of Object.entries(change)) set(all, path, text);
  return all;
};
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'till42' };
const keys = { 'keys.signingKey': JSON.stringify(jwk), 'keys.apiKey': 'another' } as const;

describe('the typed settings', () => {
  test('stored settings are valid and keep the stored keys', () => {
    const { faults, save } = check(texts());
    expect(faults).toEqual({});
    expect(save).toMatchObject({ scope: 'terminal', draft: { pos: { posId: 'TILL42' }, counter: stored.counter } });
    expect(save?.scope === 'terminal' && save.draft.keys).toEqual({});
  });

  test.each([
    ['service.environment', 'PREPROD', true],
    ['merchant.merchantId', 'n'.repeat(24), true],
    ['merchant.profileId', 'q'.repeat(24), true],
    ['merchant.profileId', ` ${'p'.repeat(24)}`, false],
    ['service.baseUrl', 'https://moved.example.org', false],
    ['pos.posId', 'TILL43', false],
  ] as const)('%s as %s changes the account of the journal: %s', (path, text, other) => {
    expect(isOtherAccount(texts({ [path]: text }), stored)).toBe(other);
    expect(isOtherAccount(texts({ [path]: text }), { ...stored, settings: null })).toBe(false);
  });

  test.each([
    ['pos.posId', 'TILL 42', 'pos-id.pattern'],
    ['pos.posId', '', 'pos-id.required'],
    ['shop.shopName', 'x'.repeat(37), 'shop-name.too-long'],
    ['merchant.profileId', 'short', 'id.length'],
    ['service.baseUrl', 'http://api.example.org', 'url.https-or-loopback'],
    ['service.jwksUrl', '', 'url.required'],
    ['callbacks.callbackUrl', 'http://shop.example.org', 'url.https'],
    ['callbacks.listen.port', '70000', 'port.range'],
    ['counter.display.receiptUrl', 'http://shop.example/{reference}', 'url.https'],
    ['counter.display.receiptUrl', 'https://shop.example/receipt', 'receipt-url.reference'],
    ['counter.display.receiptUrl', 'https://{reference}.example/receipt', 'receipt-url.reference'],
    ['callbacks.listen.port', 'eighty', 'port.range'],
    ['managerPin', '12', 'pin.pattern'],
    ['managerPinAgain', '471174', 'pin.differs'],
    ['counter.refundPinAbove', '12,345', 'amount.decimals'],
    ['counter.maximum', '0', 'amount.zero'],
    ['counter.maximum', '', 'amount.required'],
    ['counter.unusualFactor', '1', 'unusual-factor.range'],
    ['counter.unusualFactor', '2,5', 'unusual-factor.range'],
    ['counter.quickAmounts', '5 ten', 'amount.characters'],
    ['counter.quickAmounts', '1 2 3 4 5 6 7', 'quick-amounts.too-many'],
    ['counter.returnAfterSeconds', '2', 'return-after.range'],
    ['counter.sound.volume', '101', 'volume.range'],
    ['counter.display.message', 'x'.repeat(61), 'message.too-long'],
    ['counter.display.thanksSeconds', '61', 'thanks.range'],
    ['keys.signingKey', '{', 'signing-key.json'],
    ['keys.apiKey', 'a b', 'api-key.character'],
    ['keys.apiKey', 'x'.repeat(4097), 'api-key.too-long'],
    ['shop.shopName', 'Bakkerij 🍞', 'shop-name.character'],
    ['sale.description', 'x'.repeat(141), 'description.too-long'],
    ['sale.description', 'Brood 🍞', 'description.character'],
    ['sale.referencePattern', '{posId}', 'reference-pattern.sequence'],
    ['sale.bulkId', 'x'.repeat(36), 'bulk-id.too-long'],
    ['sale.bulkId', 'B🍞', 'bulk-id.character'],
    ['sale.voucherSchemes', 'a,b,c,d,e,f,g,h,i,j,k', 'voucher-schemes.too-many'],
    ['sale.voucherSchemes', 'x'.repeat(41), 'voucher-scheme.invalid'],
    ['sale.voucherMaximum', '8', 'voucher-schemes.required'],
    ['sale.voucherMaximum', '0', 'amount.zero'],
    ['tuning.connectTimeoutMs', '99', 'timeout.range'],
    ['tuning.headersTimeoutMs', '', 'timeout.range'],
    ['tuning.bodyTimeoutMs', '120001', 'timeout.range'],
    ['tuning.toleranceSeconds', '0', 'tolerance.range'],
    ['tuning.refundKeyHours', '721', 'refund-key.range'],
    ['tuning.reconciliationIssuer', 'x'.repeat(201), 'issuer.too-long'],
    ['tuning.pollShortestMs', '399', 'poll-shortest.range'],
    ['tuning.pollShortestMs', '2501', 'poll-pauses.order'],
    ['tuning.pollLongestMs', '30001', 'poll-longest.range'],
    ['counter.display.idle.slideSeconds', '121', 'slide-seconds.range'],
  ] as const)('%s "%s" is refused with %s and prevents saving', (path, text, code) => {
    const listen = path === 'callbacks.listen.port' ? { 'callbacks.listen.host': '127.0.0.1' } : {};
    const pin = path === 'managerPinAgain' ? { managerPin: '471147' } : {};
    const { faults, save } = check(texts({ ...listen, ...pin, [path]: text }));
    expect(faults[path]?.code).toBe(code);
    expect(save).toBeUndefined();
  });

  test.each(['65f1c0ffee65f1c0ffee65f1', 'profile-of/till #42 é?..'])(
    'id %j is valid: no alphabet is prescribed',
    (id) => {
      expect(check(texts({ 'merchant.profileId': id, ...keys })).faults).toEqual({});
    },
  );

  test('a local service needs no https', () => {
    expect(check(texts({ 'service.baseUrl': 'http://127.0.0.1:8080', ...keys })).faults).toEqual({});
  });

  test.each([
    ['service.environment', 'PREPROD'],
    ['service.baseUrl', 'https://moved.example.org'],
    ['service.jwksUrl', 'https://moved.example.org/keys'],
    ['merchant.merchantId', 'n'.repeat(24)],
    ['merchant.profileId', 'q'.repeat(24)],
  ] as const)('a changed %s requires both keys again', (path, text) => {
    const { faults, save } = check(texts({ [path]: text }));
    expect(save).toBeUndefined();
    expect(Object.keys(faults)).toEqual(['keys.signingKey', 'keys.apiKey']);
    expect(faults['keys.apiKey']).toMatchObject({ code: 'keys.elsewhere' });
    expect(check(texts({ [path]: text, ...keys })).faults).toEqual({});
  });

  test('the PIN limit is in euros and may be zero', () => {
    const limit = (text: string) =>
      check(texts({ 'counter.refundPinAbove': text, 'pos.posId': 'TILL43' })).save?.draft.counter?.refundPinAbove;
    expect(limit('50')).toBe(5_000);
    expect(limit('')).toBeUndefined();
    const fifty: StoredSettings = { ...stored, counter: { ...stored.counter, refundPinAbove: 5_000 } };
    const lowered = textsOf(fifty, written);
    set(lowered, 'counter.refundPinAbove', '0');
    expect(check(lowered, fifty).save?.draft.counter?.refundPinAbove).toBe(0);
  });

  test('leave an untouched list and an untouched usual number unset', () => {
    const counter = { ...firstCounter, register: firstRegister };
    expect(counterDraft(textsOf({ settings: null, counter }, written), counter).value.register).toEqual(firstRegister);
  });

  test.each(['keyHours', 'refundLimit'] as const)('unset %s when its box is emptied', (name) => {
    const counter = { ...firstCounter, register: { ...firstRegister, on: true, [name]: 12 } };
    const typed = textsOf({ settings: null, counter }, written);
    set(typed, `counter.register.${name}`, '');
    const { value, faults } = counterDraft(typed, counter);
    expect(faults).toEqual({});
    expect(value.register).toEqual({ ...firstRegister, on: true });
  });

  test('an unset limit shows as zero and stays unset', () => {
    expect(textsOf({ ...stored, counter: firstCounter }, written).counter.refundPinAbove).toBe(written(0));
    const { save } = check(texts({ 'counter.maximum': '100' }));
    expect(save?.draft.counter).toEqual({ ...stored.counter, maximum: 10_000 });
  });

  test('counter settings are saved without an account', () => {
    const typed = { ...textsOf(empty, written), managerPin: '4711', managerPinAgain: '4711' };
    const { save } = check(
      { ...typed, counter: { ...typed.counter, maximum: '99,50', quickAmounts: ' 2,50; 5  10' } },
      empty,
    );
    const counter = { ...stored.counter, maximum: 9_950, quickAmounts: [250, 500, 1_000] };
    expect(save).toEqual({ scope: 'counter', draft: { counter, managerPin: '4711', version: 'v1' } });
  });

  test('account settings are checked as a whole', () => {
    const before = textsOf(empty, written);
    for (const typed of [before, { ...before, pos: { posId: 'TILL43' }, managerPin: '4711' }])
      expect(check(typed, empty).faults).toMatchObject({ 'keys.signingKey': { code: 'signing-key.required' } });
  });

  test('payments with the API key alone require a key', () => {
    const alone = texts({ 'tuning.paymentAuthentication': 'key' });
    expect(check(alone, { ...stored, apiKeySet: false }).faults).toMatchObject({
      'keys.apiKey': { code: 'api-key.needed' },
    });
    expect(check(alone, { ...stored, apiKeySet: true }).faults).toEqual({});
  });

  test('sale and tuning values are saved as parsed', () => {
    const { save, faults } = check(
      texts({
        'sale.voucherSchemes': ' MEAL, ECO;',
        'sale.voucherMaximum': '8,50',
        'sale.bulkId': ' B7 ',
        'tuning.pollLongestMs': '9000',
        'tuning.reconciliationIssuer': ' Payouts ',
      }),
    );
    expect(faults).toEqual({});
    const draft = save?.scope === 'terminal' ? save.draft : undefined;
    expect(draft?.sale).toEqual({
      bulkId: 'B7',
      voucherSchemes: ['MEAL', 'ECO'],
      voucherMaximum: 850,
    });
    // Values equal to the default stay unset.
    expect(draft?.tuning).toEqual({
      ...stored.settings?.tuning,
      pollLongestMs: 9_000,
      reconciliationIssuer: 'Payouts',
    });
    expect(draft?.version).toBe(stored.version);
  });

  test('terminal and counter changes are saved in a single call', () => {
    const both = texts({ 'counter.maximum': '100', 'pos.posId': 'TILL43' });
    expect(check(both).save).toMatchObject({
      scope: 'terminal',
      draft: { pos: { posId: 'TILL43' }, counter: { maximum: 10_000 } },
    });
  });

  test('an error finds its box by path, suffix or prefix', () => {
    expect(pathOfField('pos.posId')).toBe('pos.posId');
    expect(pathOfField('posId')).toBe('pos.posId');
    expect(pathOfField('keys.signingKey.d')).toBe('keys.signingKey');
    expect(pathOfField('elsewhere')).toBeUndefined();
  });
});

describe('a pasted signing key', () => {
  const faultOf = (text: string, of: StoredSettings) =>
    check(texts({ 'keys.signingKey': text }), of).faults['keys.signingKey']?.code;
  const withoutKey = { ...stored, signingKeyId: undefined };

  test.each([
    ['a private P-256 key', JSON.stringify(jwk)],
    ['one without an id of its own', JSON.stringify({ ...jwk, kid: undefined })],
    ['PEM', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
    ['a JWKS', JSON.stringify({ keys: [jwk] })],
  ])('%s is accepted', (_what, text) => {
    expect(faultOf(text, withoutKey)).toBeUndefined();
  });

  test.each([
    ['signing-key.json', 'kid: 1'],
    ['signing-key.json', '[]'],
    ['signing-key.kind', JSON.stringify({ ...jwk, crv: 'P-384' })],
    ['signing-key.private', JSON.stringify({ ...jwk, d: undefined })],
    ['signing-key.required', ' '],
  ])('gives %s for %s', (fault, text) => {
    expect(faultOf(text, withoutKey)).toBe(fault);
  });

  test('an empty box keeps the stored key', () => {
    expect(faultOf('', { ...stored, signingKeyId: 'key-1' })).toBeUndefined();
  });
});

describe('the customer display draft', () => {
  const displayed = (change: Partial<SettingsTexts['counter']['display']>) => {
    const all = texts();
    return check({ ...all, counter: { ...all.counter, display: { ...all.counter.display, ...change } } });
  };
  const kept = `${'a'.repeat(64)}.png`;

  test('is saved without empty fields', () => {
    const apps = [
      { name: ' Wero ', picture: kept },
      { name: '', picture: '' },
      { name: 'KBC', picture: '' },
    ];
    const { save, faults } = displayed({ logo: '', apps, receiptUrl: ' https://shop.example/{reference} ' });
    expect(faults).toEqual({});
    expect(save?.draft.counter?.display).toEqual({
      message: '',
      thanksSeconds: 10,
      apps: [{ name: 'Wero', picture: kept }, { name: 'KBC' }],
      receiptUrl: 'https://shop.example/{reference}',
    });
  });

  test('requires a name for an app with a picture', () => {
    const { save, faults } = displayed({ apps: [{ name: '  ', picture: kept }] });
    expect(save).toBeUndefined();
    expect(faults['counter.display.apps']?.code).toBe('app-name.required');
  });
});
