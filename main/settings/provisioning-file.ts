import { z } from 'zod';
import { type SettingsDraft, settingsDraft } from '../../preload/contract/contract.ts';
import { type CounterDraft, counterDraft } from '../../preload/contract/counter.ts';
import { apiKeyField, pinField } from '../../preload/contract/fields.ts';
import { type FieldError, fieldErrorsOf } from '../base/field-errors.ts';
import { findJsonSyntaxError } from '../base/json-syntax.ts';
import { type SigningKey, signingKey } from '../service/signing-key.ts';
import { type TerminalSettings, tuningSettings } from './settings.ts';

/** What an encrypted file says that it is (`passphrase-file.ts`). */
export const PROVISIONING_TYP = 'tillmate-provisioning';

/** A provisioning file is a few kilobytes. Reading whatever a mistyped path names would hold up the start. */
export const LARGEST_PROVISIONING_FILE = 256 * 1024;

/**
 * The provisioning file (docs/interface.md): the fields of the Settings view with the keys in plain text, `tuning`, and
 * of the counter's settings the limit for refunds.
 */
export const provisioningFile = settingsDraft.omit({ counter: true, version: true }).extend({
  till: z
    .object({
      ...settingsDraft.shape.till.unwrap().shape,
      /** It goes to the counter's settings; absent, their limit stays. */
      refundPinAbove: counterDraft.shape.refundPinAbove,
      /** The same. */
      shortestPin: counterDraft.shape.shortestPin.optional(),
    })
    .strict()
    .optional(),
  keys: z
    .object({
      signingKey,
      apiKey: apiKeyField.optional(),
    })
    .strict(),
  tuning: tuningSettings.strict().prefault({}),
});

export interface Provisioning {
  readonly draft: Omit<SettingsDraft, 'keys' | 'counter' | 'tuning' | 'version'>;
  readonly counter: Partial<Pick<CounterDraft, 'refundPinAbove' | 'shortestPin'>>;
  readonly signingKey: SigningKey;
  readonly apiKey: string | undefined;
  readonly tuning: TerminalSettings['tuning'];
  /** A file names all keys that there are. */
  readonly elsewhere: 'none';
}

export type ProvisioningResult =
  | { readonly ok: true; readonly provisioning: Provisioning }
  /** Without a fault it is the file of a whole shop, which names no POS; `hasPin` says whether it names a PIN. */
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly hasPin?: boolean };

/** What a terminal has of its own, beside the file of its shop. */
export interface GivenBeside {
  readonly posId?: string | undefined;
  readonly managerPin?: string | undefined;
}

/** Where what was given beside the file came from: the place of its faults. */
export const OPTIONS_OF = { posId: '--pos-id', managerPin: '--pin-from-stdin' } as const;

/** Stands for the POS id while the rest of a file is checked. */
const ANY_POS = 'POS';

/**
 * Reads the text of a provisioning file together with what was given beside it. All of it is checked: each error names the
 * path of its field, the option that gave it, or line and column (also in `values`) where the text is not JSON. No error
 * quotes the file's text, which may be a key. `shortestPin` is the terminal's own, for a file that has none.
 */
export function readProvisioning(text: string, given: GivenBeside = {}, shortestPin = 0): ProvisioningResult {
  const json = text.replace(/^\uFEFF/, '');
  const syntaxError = findJsonSyntaxError(json);
  if (syntaxError !== undefined) return { ok: false, errors: [notJson(syntaxError)] };
  const file: unknown = JSON.parse(json);
  const isShops = given.posId === undefined && namesNoPos(file);
  const beside = { managerPin: given.managerPin, posId: isShops ? ANY_POS : given.posId };
  const twice = givenTwice(file, given);
  const whole = withGiven(file, beside);
  const parsed = provisioningFile.safeParse(whole, { reportInput: true });
  const errors = [...(parsed.success ? [] : fieldErrorsOf(parsed.error)), ...tooShort(whole, shortestPin)];
  const all = [...twice, ...errors.map((error) => atItsOption(error, given))];
  if (!parsed.success || all.length > 0) return { ok: false, errors: all };
  if (isShops) return { ok: false, errors: [], hasPin: Boolean(parsed.data.managerPin) };
  return { ok: true, provisioning: provisioningOf(parsed.data) };
}

function provisioningOf(file: z.output<typeof provisioningFile>): Provisioning {
  const { keys, tuning, till, ...fields } = file;
  const { refundPinAbove, shortestPin } = till ?? {};
  const counter = {
    ...(refundPinAbove === undefined ? {} : { refundPinAbove }),
    ...(shortestPin === undefined ? {} : { shortestPin }),
  };
  const draft = { ...fields, ...(till && { till: { chargeWith: till.chargeWith, sticker: till.sticker } }) };
  const { signingKey, apiKey } = keys;
  return { draft, counter, tuning, signingKey, apiKey, elsewhere: 'none' };
}

function notJson(at: { readonly line: number; readonly column: number }): FieldError {
  return { path: `line ${at.line}, column ${at.column}`, code: 'json.syntax', values: at };
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function namesNoPos(file: unknown): boolean {
  if (!isObject(file)) return false;
  const { pos } = file;
  return pos === undefined || (isObject(pos) && pos['posId'] === undefined);
}

function withGiven(file: unknown, { posId, managerPin }: GivenBeside): unknown {
  if (!isObject(file)) return file;
  const { pos = {} } = file;
  return {
    ...file,
    ...(posId === undefined || !isObject(pos) ? {} : { pos: { ...pos, posId } }),
    ...(managerPin === undefined ? {} : { managerPin }),
  };
}

/** Two that differ: which one was meant cannot be known, and the wrong file for a till is the likelier mistake. */
function givenTwice(file: unknown, { posId, managerPin }: GivenBeside): readonly FieldError[] {
  if (!isObject(file)) return [];
  const { pos } = file;
  const differs = (own: unknown, other: string | undefined) =>
    own !== undefined && own !== '' && other !== undefined && own !== other;
  const found = [
    ...(differs(isObject(pos) ? pos['posId'] : undefined, posId) ? [OPTIONS_OF.posId] : []),
    ...(differs(file['managerPin'], managerPin) ? [OPTIONS_OF.managerPin] : []),
  ];
  return found.map((path) => ({ path, code: 'given.twice', values: {} }));
}

/** Looked at whatever else is wrong with the file, so that it is told with the rest. */
function tooShort(file: unknown, shortestPin: number): readonly FieldError[] {
  if (!isObject(file)) return [];
  const own = counterDraft.shape.shortestPin.safeParse(
    isObject(file['till']) ? file['till']['shortestPin'] : undefined,
  );
  const digits = own.data ?? shortestPin;
  const pin = pinField.safeParse(file['managerPin']).data;
  if (pin === undefined || pin.length >= digits) return [];
  return [{ path: 'managerPin', code: 'pin.too-short', values: { digits } }];
}

function atItsOption(error: FieldError, given: GivenBeside): FieldError {
  if (error.path === 'pos.posId' && given.posId !== undefined) return { ...error, path: OPTIONS_OF.posId };
  if (error.path === 'managerPin' && given.managerPin !== undefined) return { ...error, path: OPTIONS_OF.managerPin };
  return error;
}
