import { MAX_PICTURE_BYTES } from '../../../../preload/contract/setting-values.ts';

/** Base64 of a small PNG, as required by main. */
type ReadPicture = { readonly png: string } | { readonly refused: 'picture.kind' | 'picture.too-large' };

/** Types offered in the file dialog. The first bytes of the file decide, not its claimed type. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

/** `maxSide`: of the stored picture, in pixels. A PNG above the size limit is scaled down further. */
export async function readPicture(file: File, maxSide: number): Promise<ReadPicture> {
  if (file.size > MAX_PICTURE_BYTES) return { refused: 'picture.too-large' };
  try {
    if (!isPicture(new Uint8Array(await file.slice(0, 12).arrayBuffer()))) return { refused: 'picture.kind' };
    const picture = await createImageBitmap(file);
    const png = await smallEnoughPng(picture, maxSide);
    picture.close();
    return { png };
  } catch (fault) {
    console.warn('A picture could not be read', fault);
    return { refused: 'picture.kind' };
  }
}

/** SVG is refused: a file may contain more than a picture. */
function isPicture(start: Uint8Array): boolean {
  const text = String.fromCharCode(...start);
  const isWebp = text.startsWith('RIFF') && text.endsWith('WEBP');
  return isWebp || text.startsWith('\x89PNG\r\n\x1a\n') || text.startsWith('\xff\xd8\xff');
}

/** PNG is lossless, so a photograph may need several attempts. */
async function smallEnoughPng(picture: ImageBitmap, maxSide: number): Promise<string> {
  for (let side = maxSide; ; side = Math.round(side * SMALLER)) {
    const png = await smallPng(picture, side);
    if (png.size <= MAX_PICTURE_BYTES || side <= LEAST_SIDE) return base64Of(png);
  }
}

const SMALLER = 0.8;
/** A PNG of this side always fits the limit. */
const LEAST_SIDE = 512;

/** Redrawn so that only pixels remain, without metadata. */
async function smallPng(picture: ImageBitmap, maxSide: number): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(atLeastOne(picture.width * scale), atLeastOne(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is nothing to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

function atLeastOne(side: number): number {
  return Math.max(1, Math.round(side));
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'));
    reader.readAsDataURL(blob);
  });
}
