import { expect, test } from 'vitest';
import { OptionFault, readOptions } from '../options.ts';

const live = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'chain', CHAIN_ADMIN: 'a@chain.example' };

test('defaults: serves loopback from an embedded database', () => {
  expect(readOptions({ DATABASE_URL: '' })).toMatchObject({
    database: undefined,
    host: '127.0.0.1',
    address: 'http://127.0.0.1:47900',
    debtors: false,
    tls: undefined,
    oidc: undefined,
    mail: undefined,
  });
});

test('uses the public address behind a proxy', () => {
  const options = readOptions({ ...live, CHAIN_HOST: '0.0.0.0', CHAIN_ADDRESS: 'https://chain.example' });
  expect(options).toMatchObject({ address: 'https://chain.example', admin: 'a@chain.example' });
});

test.each([
  ['', 'loopback'],
  ['off', false],
  ['10.0.0.0/8,uniquelocal,::1', '10.0.0.0/8,uniquelocal,::1'],
])('CHAIN_TRUST_PROXY %j trusts %j', (set, trusted) => {
  expect(readOptions({ CHAIN_TRUST_PROXY: set }).trustProxy).toBe(trusted);
});

test.each([
  ['CHAIN_PORT', { CHAIN_PORT: '70000' }],
  ['CHAIN_PORT', { CHAIN_PORT: 'http' }],
  ['CHAIN_HEALTH_PORT', { CHAIN_HEALTH_PORT: '-1' }],
  ['CHAIN_TRUST_PROXY', { CHAIN_TRUST_PROXY: 'loopback,10.0.0.0/33' }],
  ['CHAIN_TRUST_PROXY', { CHAIN_TRUST_PROXY: 'proxy.example' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://there' }],
  ['CHAIN_TIME_ZONE', { CHAIN_TIME_ZONE: 'Mars/Olympus' }],
  ['CHAIN_DEBTORS', { CHAIN_DEBTORS: 'yes' }],
  ['SMTP_URL', { SMTP_URL: 'https://mail' }],
  ['CHAIN_HOST', { CHAIN_HOST: '0.0.0.0' }],
  ['CHAIN_ADMIN', { ...live, CHAIN_ADMIN: '' }],
  ['CHAIN_OLD_TILLS_UNTIL', { CHAIN_OLD_TILLS_UNTIL: 'soon' }],
  ['OIDC_EMAIL_TRUSTED', { ...live, OIDC_ISSUER: 'https://login.microsoftonline.com/8d1f/v2.0' }],
  ['CHAIN_ADDRESS', { ...live, CHAIN_HOST: '0.0.0.0' }],
  ['CHAIN_TLS_CERT and CHAIN_TLS_KEY', { CHAIN_TLS_KEY: 'key.pem' }],
  ['CHAIN_TLS_CERT', { CHAIN_TLS_CERT: '/not/there.pem', CHAIN_TLS_KEY: '/not/there.key' }],
])('%s: an invalid value is refused by name', (name, environment) => {
  const read = () => readOptions(environment);
  expect(read).toThrow(OptionFault);
  expect(read).toThrow(name);
});
