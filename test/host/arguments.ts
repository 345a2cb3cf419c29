import { isAbsolute } from 'node:path';
import { z } from 'zod';

/**
 * The arguments that the host takes, for all that the app calls. What Electron refuses is refused in its words
 * (`lib/browser/` of its sources); what it would drop in silence, as most options of a wrong type, is refused in zod's.
 */

/** Returns `value` with its defaults, without what no shape names; throws a TypeError. */
export function taken<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const { data, error } = shape.safeParse(value);
  if (error === undefined) return data as z.output<T>;
  const { message, path } = error.issues[0] ?? { message: '', path: [] };
  throw new TypeError(path.length === 0 ? message : `${message} (${path.join('.')})`);
}

/** The words of Electron's converters to native values. */
const converted = (index: number) => `Error processing argument at index ${index}, conversion failure`;
const must = (name: string, type: string) => `${name} must be a ${type}`;
const text = (name: string) => z.string(must(name, 'string')).optional();
const flag = z.boolean().optional();
const pixels = z.int32().optional();

const fileDialog = {
  defaultPath: text('Default path'),
  filters: z.array(z.object({ name: z.string(), extensions: z.array(z.string()) })).optional(),
};
export const saveDialog = z.object(fileDialog).nullish();
export const openDialog = z
  .object({ ...fileDialog, properties: z.array(z.string(), 'Properties must be an array').optional() })
  .nullish();
export const messageBox = z.object({
  type: z.enum(['none', 'info', 'warning', 'error', 'question'], 'Invalid message box type').optional(),
  message: text('Message'),
  title: text('Title'),
  buttons: z.array(z.string(), 'Buttons must be an array').optional(),
  cancelId: z.int32().optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
export const twoTexts = z.tuple([z.string(converted(0)), z.string(converted(1))]);

const itemTypes = ['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette'];
const menuItem = z
  .object({
    label: z.string(converted(1)).optional(),
    role: z.string().optional(),
    type: z.enum(itemTypes, 'Unknown menu item type').optional(),
    accelerator: z.string().optional(),
    get submenu(): z.ZodOptional<z.ZodArray> {
      return z.array(menuItem).optional();
    },
  })
  .refine(
    (item) => Object.hasOwn(item, 'label') || Object.hasOwn(item, 'role') || item.type === 'separator',
    'Invalid template for MenuItem: must have at least one of label, role or type',
  )
  .refine((item) => item.type !== 'submenu' || item.submenu !== undefined, 'Invalid submenu');
export const menuTemplate = z.array(menuItem, 'Invalid template for Menu: Menu template must be an array');

export const windowOptions = z.object({
  x: pixels,
  y: pixels,
  width: pixels,
  height: pixels,
  minWidth: pixels,
  minHeight: pixels,
  title: z.string().optional(),
  show: flag,
  /** The pages of the host are isolated and sandboxed, each with a zoom of its own. */
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
const whole = z.int32(converted(0));
export const rectangle = z.object({ x: whole, y: whole, width: whole, height: whole });
export const size = z.tuple([whole, z.int32(converted(1))]);
export const string = z.string(converted(0));
export const number = z.number(converted(0));

const microns = z.number().gt(352, 'height and width properties must be minimum 352 microns.');
export const printOptions = z.object(
  {
    silent: flag,
    printBackground: flag,
    usePrinterDefaultPageSize: flag,
    deviceName: z.string().optional(),
    pageSize: z
      .union([z.enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6']), z.object({ width: microns, height: microns })], {
        error: ({ input }) => `Unsupported pageSize: ${input}`,
      })
      .optional(),
  },
  'webContents.print(): Invalid print settings specified.',
);

/** Inches. A paper by its name is not in the host. */
const inches = z.number('width and height properties are required for pageSize');
const margin = (name: string) => z.number(must(`margins.${name}`, 'number')).default(0.4);
const wish = (name: string) => z.boolean(must(name, 'boolean')).default(false);
export const pdfOptions = z
  .object({
    landscape: wish('landscape'),
    printBackground: wish('printBackground'),
    preferCSSPageSize: wish('preferCSSPageSize'),
    pageSize: z.object({ width: inches, height: inches }),
    margins: z
      .object(
        { top: margin('top'), bottom: margin('bottom'), left: margin('left'), right: margin('right') },
        must('margins', 'object'),
      )
      .prefault({}),
  })
  .refine(
    ({ margins: { top, bottom, left, right }, pageSize: { width, height } }) =>
      Math.max(top, bottom) <= height && Math.max(left, right) <= width,
    'margins must be less than or equal to pageSize',
  );

export const feed = z.object(
  {
    url: z.string("Expected options object to contain a 'url' string property in setFeedUrl call"),
    headers: z.record(z.string(), z.string()).default({}),
  },
  "Expected an options object with a 'url' property to be provided",
);
export const blocker = z.enum(['prevent-app-suspension', 'prevent-display-sleep'], converted(0));

/** A scheme, a host that is whole or begins with a wildcard, and a path. */
const urlPattern = /^(<all_urls>|file:\/\/\/.*|(\*|[a-z][a-z\d+.-]*):\/\/(\*|(\*\.)?[^/*]+)\/.*)$/;
export const requestFilter = z.strictObject({
  urls: z
    .array(
      z.string().regex(urlPattern, { error: ({ input }) => `Invalid url pattern ${input}` }),
      "Parameter 'filter' must have property 'urls'.",
    )
    .min(1),
});
