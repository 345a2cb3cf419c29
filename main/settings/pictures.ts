import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_PICTURE_BYTES, MAX_SLIDE_SIDE } from '../../preload/contract/setting-values.ts';
import type { CounterSettings } from '../../preload/contract/settings-table.ts';
import { replaceFile, syncFolder } from '../base/durable-files.ts';
import type { Log } from '../base/log.ts';
import { briefFiles } from '../base/patient-files.ts';
import { TillError } from '../base/till-error.ts';

/** Stores the pictures of the customer display: PNG files in their own folder, named by the hash of their content. */
export function openPictures(folder: string, log: Log) {
  return {
    /** Returns the picture's name. Throws `TillError` `picture.kind`, `picture.too-large`, `picture.unwritable`. */
    keep(png: Uint8Array): string {
      checkPicture(png);
      const name = pictureName(png);
      try {
        mkdirSync(folder, { recursive: true });
        replaceFile(join(folder, name), png);
        syncFolder(folder);
      } catch (cause) {
        throw new TillError('picture.unwritable', 'Picture not written', { cause });
      }
      return name;
    },
    /** Removes unused pictures. After a failure, the remaining pictures wait for the next call. */
    keepOnly(...counters: readonly Pick<CounterSettings, 'display'>[]): void {
      const used = new Set(counters.flatMap(picturesOf));
      try {
        mkdirSync(folder, { recursive: true });
        const unused = readdirSync(folder).filter(
          (name) => isPictureName(name.replace(/\.new$/, '')) && !used.has(name),
        );
        for (const name of unused) briefFiles.remove(join(folder, name));
      } catch (thrown) {
        log.warn('Unused picture not removed', { thrown });
      }
    },
  };
}

export function picturesOf({ display }: Pick<CounterSettings, 'display'>): readonly (string | undefined)[] {
  return [display.logo, ...display.apps.map(({ picture }) => picture), ...(display.idle?.slides ?? [])];
}

export function pictureName(png: Uint8Array): string {
  return `${createHash('sha256').update(png).digest('hex')}.png`;
}

export function isPictureName(name: string): boolean {
  return /^[0-9a-f]{64}\.png$/.test(name);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length and name of the first chunk, followed by width and height, and the whole last chunk (PNG 1.2, 3.2). */
const FIRST_CHUNK = Buffer.from('0000000d49484452', 'hex');
const LAST_CHUNK = Buffer.from('0000000049454e44ae426082', 'hex');

/** The window scales the picture down, but a window's data is not trusted. */
function checkPicture(png: Uint8Array): void {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (bytes.length > MAX_PICTURE_BYTES)
    throw new TillError('picture.too-large', 'Picture too large', { values: { bytes: bytes.length } });
  const isPng =
    bytes.length > 45 &&
    bytes.subarray(0, 8).equals(SIGNATURE) &&
    bytes.subarray(8, 16).equals(FIRST_CHUNK) &&
    bytes.subarray(-12).equals(LAST_CHUNK);
  const sides = isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : [0, 0];
  if (sides.some((side) => side < 1 || side > MAX_SLIDE_SIDE))
    throw new TillError('picture.kind', 'Not a PNG of the stored size');
}
