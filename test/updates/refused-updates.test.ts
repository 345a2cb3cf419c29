import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linux, next, old, script } from './app-images.ts';
import { fileOf, releaseMaker } from './release-maker.ts';
import { UpdatingTill } from './updating-till.ts';

type Answer = Parameters<UpdatingTill['server']['put']>[1];

async function failure(till: UpdatingTill, version?: string): Promise<string> {
  const { updates } = till.start(version);
  const code = await updates.look().then(
    () => 'none',
    (thrown: { code: string }) => thrown.code,
  );
  expect(updates.view()).toMatchObject({ state: 'failed', problem: { code } });
  await updates.close();
  return code;
}

describe('refused, with nothing fetched or installed', linux, () => {
  /** Returns the document served in place of the release; undefined: the release itself. */
  type Spoil = (till: UpdatingTill) => Promise<string | undefined> | Answer | undefined;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const refused: readonly (readonly [string, string, Spoil])[] = [
    [
      'signed by somebody else',
      'update.signature',
      async ({ maker }) => (await releaseMaker(String(maker.publicKey.kid))).sign('1.1.0', next),
    ],
    [
      'signed with a key that is not known',
      'update.signature',
      async () => (await releaseMaker('other')).sign('1.1.0', next),
    ],
    ['not signed', 'update.signature', () => `${part({ alg: 'none', typ: 'tillmate-release' })}.${part({})}.`],
    ['a plain latest.yml in its place', 'update.signature', () => 'version: 1.1.0\npath: Tillmate-1.1.0.AppImage\n'],
    [
      'changed after it was signed',
      'update.signature',
      async ({ maker }) => {
        const [header, , signature] = (await maker.sign('1.1.0', next)).split('.');
        const [, payload] = (await maker.sign('1.1.0', script('6.6.6'))).split('.');
        return [header, payload, signature].join('.');
      },
    ],
    ['signed for another purpose', 'update.foreign', ({ maker }) => maker.sign('1.1.0', next, {}, { typ: 'JWT' })],
    ['for another system', 'update.foreign', ({ maker }) => maker.sign('1.1.0', next, { platform: 'windows' })],
    [
      'with a file whose name is a path',
      'update.foreign',
      ({ maker }) => maker.sign('1.1.0', next, { files: [fileOf('../../Tillmate.AppImage', next)] }),
    ],
    ['larger than any document', 'update.foreign', () => 'x'.repeat(70_000)],
    [
      'past its date',
      'update.expired',
      ({ maker }) => maker.sign('1.1.0', next, { expiresAt: '2026-11-21T02:10:00Z' }),
    ],
    [
      'sent on to another address',
      'update.redirected',
      () => (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/latest-linux.jws' }).end(),
    ],
    ['an error of the server', 'update.unreachable', () => (_request, response) => response.writeHead(500).end('no')],
    ['a server that says nothing', 'update.unreachable', () => () => undefined],
    [
      'http on an installed till',
      'update.http',
      (till) => {
        till.packaged = true;
        return undefined;
      },
    ],
  ];
  test.each(refused)('%s: %s', async (_name, code, spoil) => {
    await using till = await UpdatingTill.make();
    await till.release('1.1.0', next);
    const document = await spoil(till);
    if (document !== undefined) till.server.put('latest-linux.jws', document);
    expect(await failure(till)).toBe(code);
    expect(till.server.asked.filter((name) => name.endsWith('.AppImage'))).toEqual([]);
    expect(till.installed()).toBe('the version that runs');
    expect(till.lines.length).toBeGreaterThan(0);
  });

  test('a document older than the last accepted document', async () => {
    await using till = await UpdatingTill.make();
    await till.release('1.0.0', old, { issuedAt: '2026-11-20T09:00:00Z' });
    const { updates } = till.start();
    await updates.look();
    await updates.close();
    await till.release('1.1.0', next, { issuedAt: '2026-11-20T08:59:59Z' });
    expect(await failure(till)).toBe('update.replayed');
  });

  test.each([['1.0.0'], ['0.9.9'], ['0.10.0']])('version %s, not newer than 1.0.0', async (version) => {
    await using till = await UpdatingTill.make();
    await till.release(version, old);
    const { updates } = till.start();
    await updates.look();
    expect(updates.view()).toMatchObject({ state: 'idle' });
    expect(till.server.asked).toEqual(['latest-linux.jws']);
  });
});

test('an attack is logged once', linux, async () => {
  await using till = await UpdatingTill.make();
  till.server.put('latest-linux.jws', await (await releaseMaker('other')).sign('1.1.0', next));
  const { clock, noted, updates } = till.start();
  await expect(updates.look()).rejects.toMatchObject({ code: 'update.signature' });
  await expect(updates.look()).rejects.toMatchObject({ code: 'update.signature' });
  expect(noted).toEqual(['update-refused by till: update.signature']);
  expect(clock.pending).toBeGreaterThan(0);
  await updates.close();
  expect(clock.pending).toBe(0);
});

describe('a broken download is deleted', linux, () => {
  const broken: readonly (readonly [string, string, Answer])[] = [
    [
      'cut off by the server',
      'update.unreachable',
      (_request, response) => {
        response.writeHead(200, { 'content-length': next.length });
        response.write(next.subarray(0, 10), () => response.destroy());
      },
    ],
    [
      'standing still half way',
      'update.unreachable',
      (_request, response) => {
        response.writeHead(200, { 'content-length': next.length });
        response.write(next.subarray(0, 10));
      },
    ],
    ['too short', 'update.broken', next.subarray(0, -1)],
    ['too long', 'update.broken', Buffer.concat([next, Buffer.from('\n')])],
    ['as long, with another byte', 'update.broken', Buffer.from(next.toString().replace('1.1.0', '6.6.6'))],
    ['not there', 'update.unreachable', (_request, response) => response.writeHead(404).end()],
    [
      'sent on to another address',
      'update.redirected',
      (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/x' }).end(),
    ],
  ];
  test.each(broken)('%s: %s in the download', async (_name, code, answer) => {
    await using till = await UpdatingTill.make();
    await till.release('1.1.0', next);
    till.server.put('Tillmate-1.1.0.AppImage', answer);
    expect(await failure(till)).toBe(code);
    const pending = join(till.folder, 'updates/tillmate-updater/pending');
    expect(existsSync(pending) ? readdirSync(pending) : []).toEqual([]);
    // The next look downloads the complete file.
    till.server.put('Tillmate-1.1.0.AppImage', next);
    const { updates } = till.start();
    await updates.look();
    expect(updates.view()).toMatchObject({ state: 'ready' });
  });
});
