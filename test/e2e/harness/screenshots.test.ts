import qrcode from 'qrcode';
import { expect, test } from 'vitest';
import { readQr } from './screenshots.ts';

test('a QR code is read back as the text that it was made of', async () => {
  const deeplink = 'https://pay.example/qr/5f0f8a6be5a7b10001a2b3c4?x=1&y=2';
  const png = await qrcode.toBuffer(deeplink, { type: 'png', margin: 4 });
  await expect.poll(() => readQr(png)).toBe(deeplink);
});

test('a picture without a QR code is refused', async () => {
  const blank = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAAAAACoWZBhAAAAEElEQVR4nGP8zwACTGCSYZgwAAyBAQr1P8x3AAAAAElFTkSuQmCC',
    'base64',
  );
  await expect(readQr(blank)).rejects.toThrow(/QR code|zbarimg ended/);
});
