/** The two files that hold one icon in several sizes: Windows' .ico and macOS' .icns. */

/**
 * @typedef {object} Picture
 * @property {number} size pixels of each side
 * @property {Buffer} png
 * @property {Buffer} rgba the same, four bytes a pixel, rows from the top
 */

/**
 * An .ico. Sizes below 256 are bitmaps, which NSIS and older parts of Windows read; 256 is a PNG, as Windows has it since
 * Vista.
 * @param {readonly Picture[]} pictures of at most 256 pixels
 */
export function ico(pictures) {
  const images = pictures.map((picture) => (picture.size < 256 ? bitmap(picture) : picture.png));
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let at = head.length;
  for (const [index, image] of images.entries()) {
    const size = pictures[index]?.size ?? 0;
    const entry = 6 + 16 * index;
    // A byte for each side, where nothing means 256.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(image.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += image.length;
  }
  return Buffer.concat([head, ...images]);
}

/** Names of Apple's for a PNG of so many pixels; where there are two, the second is for screens of twice the density. */
const kinds = new Map([
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

/** Sizes that an .icns holds. */
export const icnsSizes = [...kinds.keys()];

/** An .icns. Pictures of other sizes than Apple's are left out. @param {readonly Picture[]} pictures */
export function icns(pictures) {
  const parts = pictures.flatMap(({ size, png }) => (kinds.get(size) ?? []).map((kind) => block(kind, png)));
  return block('icns', Buffer.concat(parts));
}

/** @param {string} kind four letters @param {Buffer} content */
function block(kind, content) {
  const head = Buffer.alloc(8, kind, 'latin1');
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}

/** A bitmap as icons have it: twice as high as it is, rows from the bottom, and a mask that the alpha replaces. @param {Picture} picture */
function bitmap({ size, rgba }) {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(size, 4);
  head.writeInt32LE(2 * size, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const rows = Array.from({ length: size }, (_, row) =>
    rgba.subarray((size - 1 - row) * size * 4, (size - row) * size * 4),
  );
  const bgra = Buffer.concat(rows);
  for (let at = 0; at < bgra.length; at += 4) {
    const red = bgra.readUInt8(at);
    bgra.writeUInt8(bgra.readUInt8(at + 2), at);
    bgra.writeUInt8(red, at + 2);
  }
  const mask = Buffer.alloc(Math.ceil(size / 32) * 4 * size);
  return Buffer.concat([head, bgra, mask]);
}
