import { TillError } from '../base/till-error.ts';

/** Allows only tags and attributes without scripts, loading or links. */
const TAG =
  /^<(?:svg|rect|path|text)(?: (?:xmlns|role|aria-label|width|height|viewBox|x|y|d|fill|shape-rendering|transform|text-anchor|font-family|font-size|font-weight|textLength|lengthAdjust)="[^"<>]*")*\/?>$|^<\/(?:svg|rect|path|text)>$/;

/** The file comes from an untrusted window, and other programs open it. Throws `TillError` `sticker.drawing`. */
export function stickerBytes(file: { readonly format: 'svg' | 'png'; readonly content: string }): Buffer {
  const bytes = Buffer.from(file.content, file.format === 'svg' ? 'utf8' : 'base64');
  if (file.format === 'svg' ? isPlainDrawing(file.content) : isPng(bytes)) return bytes;
  throw new TillError('sticker.drawing', 'Not a sticker drawing');
}

function isPlainDrawing(text: string): boolean {
  const tags = text.match(/<[^>]*>/g) ?? [];
  const around = text.replaceAll(/<[^>]*>/g, '');
  const whole = tags[0]?.startsWith('<svg ') === true && tags.at(-1) === '</svg>' && text.startsWith('<svg ');
  return whole && text.endsWith('</svg>') && !/[<>]/.test(around) && tags.every((tag) => TAG.test(tag));
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const LAST_CHUNK = Buffer.from('0000000049454e44ae426082', 'hex');

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(SIGNATURE) && bytes.subarray(-12).equals(LAST_CHUNK);
}
