import { expect, test } from 'vitest';
import { stickerBytes } from '../../main/windows/sticker-file.ts';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="105mm"><rect width="105" height="148" fill="white"/><text x="1">Zoë &amp; Co</text></svg>';
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.from('words'),
  Buffer.from('0000000049454e44ae426082', 'hex'),
]);

test('saves a plain drawing or a whole PNG unchanged', () => {
  expect(stickerBytes({ format: 'svg', content: drawing }).toString('utf8')).toBe(drawing);
  expect(stickerBytes({ format: 'png', content: png.toString('base64') })).toEqual(png);
});

test.each([
  ['a script', drawing.replace('<text x="1">', '<script>alert(1)</script><text x="1">')],
  ['a handler', drawing.replace('x="1"', 'onload="alert(1)"')],
  ['a link', drawing.replace('<text x="1">', '<a href="https://evil.example"><text x="1">')],
  ['a picture from elsewhere', drawing.replace('<rect', '<image href="https://evil.example/x.png"/><rect')],
  ['a style', drawing.replace('fill="white"', 'style="fill:url(https://evil.example)"')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${drawing}`],
  ['a half tag', drawing.replace('</text>', '<')],
  ['a page', '<html><svg ></svg></html>'],
  ['nothing', ''],
])('refuses a drawing with %s', (_what, content) => {
  expect(() => stickerBytes({ format: 'svg', content })).toThrow(expect.objectContaining({ code: 'sticker.drawing' }));
});

test.each([
  ['cut off', png.subarray(0, -1)],
  ['of another kind', Buffer.from(drawing)],
  ['empty', Buffer.alloc(0)],
])('refuses a PNG that is %s', (_what, bytes) => {
  const content = bytes.toString('base64');
  expect(() => stickerBytes({ format: 'png', content })).toThrow(expect.objectContaining({ code: 'sticker.drawing' }));
});
