import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installedProfiles, profileHandedIn, readServiceProfile } from '../../main/provisioning/service-profile.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import { folder } from '../base/test-folder.ts';

const profile = {
  name: 'Pay',
  environment: 'PROD',
  baseUrl: 'https://api.pay.example.org',
  jwksUrl: 'https://api.pay.example.org/.well-known/jwks.json',
  claimPrefix: 'https://pay.example.org',
  issuer: 'Example Pay',
  counterCode: 'https://pay.example.org/l/1/{profileId}/{posId}',
};

function fileWith(content: object | string): string {
  const path = join(folder, 'pay.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test.each<[object | string, string]>([
  [{ ...profile, baseUrl: 'http://pay.example.org' }, 'baseUrl'],
  [{ ...profile, issuer: undefined }, 'issuer'],
  [{ ...profile, counterCode: 'https://pay.example.org/l/1/{posId}' }, 'counterCode'],
  [{ ...profile, name: '' }, 'name'],
  [{ ...profile, merchant: { merchantId: '5f1a0c3b9d2e4f6a7b8c9d0e' } }, 'merchant.profileId'],
  // A profile holds no secret and no field missing in the guide.
  [{ ...profile, keys: {} }, 'keys'],
  ['{\n"name": }', 'line 2'],
])("refuses an invalid profile with the fault's place: %j", async (content, place) => {
  const values = { file: 'pay.json', place };
  await expect(readServiceProfile(fileWith(content))).rejects.toMatchObject({ code: 'profile.invalid', values });
});

test('recognises a profile among provisioning files by its fields', async () => {
  const made = {
    ...profile,
    merchant: { merchantId: '5f1a0c3b9d2e4f6a7b8c9d0e', profileId: '6a2b1d4c0e3f5a7b8c9d0e1f' },
  };
  for (const one of [profile, made])
    expect(await profileHandedIn(fileWith(`\uFEFF${JSON.stringify(one)}`))).toEqual(one);
  await expect(profileHandedIn(fileWith({ jwksUrl: '' }))).rejects.toMatchObject({ code: 'profile.invalid' });
  for (const other of ['', '{', '[]', { service: profile }, 'x'.repeat(70_000)])
    expect(await profileHandedIn(fileWith(other))).toBeUndefined();
});

test('finds installed profiles and reports invalid profiles', async () => {
  mkdirSync(join(folder, 'profiles'));
  writeFileSync(join(folder, 'profiles/b.json'), JSON.stringify(profile));
  writeFileSync(join(folder, 'profiles/a.json'), '{}');
  writeFileSync(join(folder, 'profiles/read-me.txt'), '');
  for (const outDir of ['out', 'app.asar/out']) {
    const reported: unknown[] = [];
    const found = await installedProfiles(join(folder, outDir), (thrown) => reported.push(thrown));
    expect([found, reported.length]).toEqual([[profile], 1]);
  }
});

test('the shipped profile leads to the sandbox', async () => {
  const [shipped] = await installedProfiles(join(import.meta.dirname, '../../out'), () => undefined);
  const sandbox = await startSandbox({ port: 0 });
  await sandbox.close();
  const here = (address: string) => address.replace(/:\d+/, ':8471');
  const { baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
  expect(shipped).toMatchObject({ baseUrl: here(baseUrl), jwksUrl: here(jwksUrl), claimPrefix, issuer });
});
