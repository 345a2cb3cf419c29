import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builderArgs, refusal, systemsOf } from '../../../tools/dist/builder-args.mjs';
import { signing } from '../../../tools/dist/signing.mjs';

const root = join(import.meta.dirname, '../../..');

describe('the report about signatures', () => {
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

test('installers are built for the named or current system', () => {
  expect(systemsOf([], 'darwin')).toEqual(['darwin']);
  expect(systemsOf(['--win', '-l', 'deb'], 'darwin')).toEqual(['linux', 'win32']);
  expect(systemsOf([], 'freebsd')).toEqual([]);
});

test('only packages for Linux get a home page address', () => {
  const address = '-c.extraMetadata.homepage=https://tillmate.invalid/';
  expect(builderArgs([], 'linux')).toEqual([address]);
  expect(builderArgs(['--linux', 'deb'], 'darwin')).toEqual(['--linux', 'deb', address]);
  expect(builderArgs(['--win'], 'linux')).toEqual(['--win']);
});

test('installers are built only where the keychain binding compiles', () => {
  const linux = { platform: 'linux', arch: 'x64' } as const;
  expect(refusal([], linux)).toBeUndefined();
  expect(refusal(['--linux', '--x64'], linux)).toBeUndefined();
  expect(refusal(['--win'], linux)).toMatch(/^Installers for win32 are built on win32/);
  expect(refusal(['--linux', '--mac'], linux)).toMatch(/^Installers for darwin/);
  expect(refusal(['--arm64'], linux)).toMatch(/^Packages for arm64 are built on arm64/);
  expect(refusal(['--arm64', '--x64'], { platform: 'darwin', arch: 'arm64' })).toBeUndefined();
});

test('the packaged keychain binding is compiled, never downloaded', () => {
  const settings = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  expect(settings).toMatch(/^npmRebuild: true$/m);
  expect(settings).toMatch(/^buildDependenciesFromSource: true$/m);
  const tools = ['dist.mjs', 'setup/keychain.mjs'].map((file) => readFileSync(join(root, 'tools', file), 'utf8'));
  expect(tools.filter((text) => /prebuild-install|'rebuild', 'keytar'/.test(text))).toEqual([]);
});

test('Windows installers install machine-wide and ask for no folder', () => {
  const settings = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  const part = (name: string) => new RegExp(`^${name}:\\n((?:  .*\\n)+)`, 'm').exec(settings)?.[1] ?? '';
  expect(part('win')).toContain('target: [nsis, msi]');
  for (const name of ['nsis', 'msi']) {
    expect(part(name)).toContain('perMachine: true');
    expect(part(name)).toContain('oneClick: true');
    expect(part(name)).not.toContain('allowToChangeInstallationDirectory');
  }
});

test('the hardened runtime permits only the JavaScript engine', () => {
  const plist = readFileSync(join(root, 'packaging/entitlements.mac.plist'), 'utf8');
  expect([...plist.matchAll(/<key>(.*?)<\/key>\s*<true\/>/g)].map(([, key]) => key)).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});
