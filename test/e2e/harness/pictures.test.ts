import qrcode from 'qrcode';
import { expect, test } from 'vitest';
import { readQr } from './pictures.ts';

test('a QR code is read back as the text that it was made of', async () => {
  const deeplink = 'https://pay.example/qr/5f0f8a6be5a7b10001a2b3c4?x=1&y=2&name=Zoë';
  const png = await qrcode.toBuffer(deeplink, { type: 'png', margin: 4 });
  expect(await readQr(png)).toBe(deeplink);
});

test('a picture without a QR code is refused', async () => {
  const blank = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAAAAACoWZBhAAAAEElEQVR4nGP8zwACTGCSYZgwAAyBAQr1P8x3AAAAAElFTkSuQmCC',
    'base64',
  );
  await expect(readQr(blank)).rejects.toThrow('0 QR codes in the picture');
});

test('what is no picture is refused', async () => {
  await expect(readQr(Buffer.from('hello'))).rejects.toThrow('0 QR codes in the picture');
});
