import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builderArgs, systemsOf } from '../../../tools/dist/builder-args.mjs';
import { signing } from '../../../tools/dist/signing.mjs';

const assets = join(import.meta.dirname, '../../../assets');

describe('what is said of signatures', () => {
  test.each([
    ['linux', {}, /^Packages for Linux are not signed/],
    ['win32', {}, /^Not signed: neither WIN_CSC_LINK nor CSC_LINK/],
    ['win32', { WIN_CSC_LINK: 'till.pfx' }, /^Signed with the certificate/],
    ['darwin', {}, /Signed only if the keychain of this Mac.* Not notarised: set APPLE_API_KEY/],
    ['darwin', { CSC_NAME: 'Tillmate' }, /^Signed with the Developer ID.* Not notarised/],
    ['darwin', { CSC_LINK: 'a.p12', APPLE_KEYCHAIN_PROFILE: 'till' }, /^Signed with.* Notarised by Apple\.$/],
    ['darwin', { CSC_LINK: 'a.p12', APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' }, /Notarised by/],
    ['darwin', { CSC_LINK: 'a.p12', APPLE_API_KEY: 'a', APPLE_API_KEY_ID: '' }, /Not notarised/],
  ] as const)('on %s with %j', (system, env, says) => {
    expect(signing(system, { ...env }).join(' ')).toMatch(says);
  });
});

test('the installers are for the systems that are named, or for this one', () => {
  expect(systemsOf([], 'darwin')).toEqual(['darwin']);
  expect(systemsOf(['--win', '-l', 'deb'], 'darwin')).toEqual(['linux', 'win32']);
  expect(systemsOf([], 'freebsd')).toEqual([]);
});

test('only packages for Linux get an address of a home page', () => {
  const address = '-c.extraMetadata.homepage=https://tillmate.invalid/';
  expect(builderArgs([], 'linux')).toEqual([address]);
  expect(builderArgs(['--linux', 'deb'], 'darwin')).toEqual(['--linux', 'deb', address]);
  expect(builderArgs(['--win'], 'linux')).toEqual(['--win']);
});

test('the icon is large enough for every system: 512 pixels, which macOS asks for', () => {
  const png = readFileSync(join(assets, 'icon.png'));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
});

test('the hardened runtime allows the JavaScript engine, and no foreign library or injected code', () => {
  const plist = readFileSync(join(assets, 'entitlements.mac.plist'), 'utf8');
  expect([...plist.matchAll(/<key>(.*?)<\/key>\s*<true\/>/g)].map(([, key]) => key)).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});
