import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { ensureKeyWrap } from '../../main/identity/key-wrap.ts';

/** WebCrypto as in an Electron without AES key wrap: it fails as that does. */
function withoutKeyWrap() {
  const { subtle } = webcrypto;
  const fails = async (): Promise<never> => {
    throw new DOMException('The operation failed for an operation-specific reason', 'OperationError');
  };
  return { importKey: subtle.importKey.bind(subtle), wrapKey: fails, unwrapKey: fails } as unknown as Pick<
    webcrypto.SubtleCrypto,
    'importKey' | 'wrapKey' | 'unwrapKey'
  >;
}

const hmac = { name: 'HMAC', hash: 'SHA-256' } as const;
const kek = (raw: Uint8Array) => webcrypto.subtle.importKey('raw', raw, 'AES-KW', true, ['wrapKey', 'unwrapKey']);
const secret = (raw: Uint8Array) => webcrypto.subtle.importKey('raw', raw, hmac, true, ['sign']);
const hex = (data: ArrayBuffer | Uint8Array) =>
  Buffer.from(data as ArrayBuffer)
    .toString('hex')
    .toUpperCase();
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

// RFC 3394, sections 4.1, 4.3 and 4.6.
test.each([
  [
    '000102030405060708090A0B0C0D0E0F',
    '00112233445566778899AABBCCDDEEFF',
    '1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5',
  ],
  [
    '000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F',
    '00112233445566778899AABBCCDDEEFF',
    '64E8C3F9CE0F5BA263E9777905818A2A93C8191E7D6E8AE7',
  ],
  [
    '000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F',
    '00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F',
    '28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21',
  ],
])('what is lent wraps and unwraps as the RFC says', async (by, key, wrapped) => {
  const subtle = withoutKeyWrap();
  await ensureKeyWrap(subtle);
  expect(hex(await subtle.wrapKey('raw', await secret(bytes(key)), await kek(bytes(by)), 'AES-KW'))).toBe(wrapped);
  const opened = await subtle.unwrapKey('raw', bytes(wrapped), await kek(bytes(by)), 'AES-KW', hmac, true, ['sign']);
  expect(hex((await webcrypto.subtle.exportKey('raw', opened)) as ArrayBuffer)).toBe(key);
});

test('it agrees with the one of Node, both ways, and refuses another key', async () => {
  const subtle = withoutKeyWrap();
  await ensureKeyWrap(subtle);
  const by = await kek(webcrypto.getRandomValues(new Uint8Array(32)));
  const raw = webcrypto.getRandomValues(new Uint8Array(32));
  const own = await webcrypto.subtle.wrapKey('raw', await secret(raw), by, 'AES-KW');
  expect(hex(await subtle.wrapKey('raw', await secret(raw), by, { name: 'AES-KW' }))).toBe(hex(own));
  const other = await kek(new Uint8Array(32));
  for (const [wrapped, key] of [
    [own, other],
    [own.slice(0, -8), by],
    [new ArrayBuffer(0), by],
  ] as const)
    await expect(subtle.unwrapKey('raw', wrapped, key, 'AES-KW', hmac, true, ['sign'])).rejects.toMatchObject({
      name: 'OperationError',
    });
});

test('a WebCrypto that wraps by itself is left alone, and nothing is lent twice', async () => {
  await ensureKeyWrap();
  expect(Object.hasOwn(webcrypto.subtle, 'wrapKey')).toBe(false);
  const subtle = withoutKeyWrap();
  await ensureKeyWrap(subtle);
  const { wrapKey } = subtle;
  await ensureKeyWrap(subtle);
  expect(subtle.wrapKey).toBe(wrapKey);
});
