import { isAbsolute } from 'node:path';
import { z } from 'zod';

/**
 * Rules for arguments that Electron's types allow and Electron refuses, with Electron's messages (`lib/browser/` of its
 * sources), or silently ignores. The compiler checks all other arguments.
 */

/** Returns `value` with defaults and without unknown keys. Throws a TypeError. */
export function taken<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const { data, error } = shape.safeParse(value);
  if (error === undefined) return data as z.output<T>;
  const { message, path } = error.issues[0] ?? { message: '', path: [] };
  throw new TypeError(path.length === 0 ? message : `${message} (${path.join('.')})`);
}

const menuItem = z
  .looseObject({
    get submenu(): z.ZodOptional<z.ZodArray> {
      return z.array(menuItem).optional();
    },
  })
  .refine(
    (item) => Object.hasOwn(item, 'label') || Object.hasOwn(item, 'role') || item['type'] === 'separator',
    'Invalid template for MenuItem: must have at least one of label, role or type',
  )
  .refine((item) => item['type'] !== 'submenu' || item.submenu !== undefined, 'Invalid submenu');
export const menuTemplate = z.array(menuItem);

const pixels = z.int32().optional();
export const windowOptions = z.object({
  x: pixels,
  y: pixels,
  width: pixels,
  height: pixels,
  minWidth: pixels,
  minHeight: pixels,
  /** Pages of the host are always isolated and sandboxed, with isolated zoom. */
  webPreferences: z
    .object({
      preload: z.string().refine(isAbsolute, 'Invalid input: expected absolute path').optional(),
      contextIsolation: z.literal(true).optional(),
      sandbox: z.literal(true).optional(),
      nodeIntegration: z.literal(false).optional(),
      webSecurity: z.literal(true).optional(),
      zoomMode: z.literal('isolated'),
    })
    .optional(),
});
const whole = (index: number) => z.int32(`Error processing argument at index ${index}, conversion failure`);
export const rectangle = z.object({ x: whole(0), y: whole(0), width: whole(0), height: whole(0) });
export const size = z.tuple([whole(0), whole(1)]);

export const micronsOfPaper = z.number().gt(352, 'height and width properties must be minimum 352 microns.');

/** In inches. The host supports no named paper sizes. */
const margin = z.number().default(0.4);
const wish = z.boolean().default(false);
export const pdfOptions = z
  .object({
    landscape: wish,
    printBackground: wish,
    preferCSSPageSize: wish,
    pageSize: z.object({ width: z.number(), height: z.number() }),
    margins: z.object({ top: margin, bottom: margin, left: margin, right: margin }).prefault({}),
  })
  .refine(
    ({ margins: { top, bottom, left, right }, pageSize: { width, height } }) =>
      Math.max(top, bottom) <= height && Math.max(left, right) <= width,
    'margins must be less than or equal to pageSize',
  );

/** A scheme, a host (whole or with a leading wildcard) and a path. */
const urlPattern = /^(<all_urls>|file:\/\/\/.*|(\*|[a-z][a-z\d+.-]*):\/\/(\*|(\*\.)?[^/*]+)\/.*)$/;
export const requestFilter = z.strictObject({
  urls: z.array(z.string().regex(urlPattern, { error: ({ input }) => `Invalid url pattern ${input}` })).min(1),
});
