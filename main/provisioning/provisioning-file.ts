import { z } from 'zod';
import { apiKeyField, pinField, serviceUrlField } from '../../preload/contract/fields.ts';
import { isGroup, type Members } from '../../preload/contract/setting-field.ts';
import { settingsDraft } from '../../preload/contract/settings.ts';
import { accountSettings, counterSettings } from '../../preload/contract/settings-table.ts';
import { type FieldError, fieldErrorsOf } from '../base/field-errors.ts';
import { findJsonSyntaxError, isJsonObject } from '../base/json-syntax.ts';
import { omitUndefined as members } from '../base/omit-undefined.ts';
import { type SigningKey, signingKey } from '../service/signing-key.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import type { CounterChanges, GivenSettings } from '../settings/settings-as-stored.ts';
import { atItsOption, type GivenValues, givenTwice, withGiven } from './option-values.ts';

export const PROVISIONING_TYP = 'tillmate-provisioning';

/** A provisioning file has a few kilobytes. A mistyped path to a huge file would delay the start. */
export const LARGEST_PROVISIONING_FILE = 256 * 1024;

const { till, tuning } = accountSettings.members;
const counter = counterSettings.given.shape;

function partly(members: Members): z.ZodObject {
  const shape = Object.entries(members).flatMap(([name, member]): [string, z.ZodType][] => {
    if (!isGroup(member)) return member.provisioned ? [[name, member.given.optional()]] : [];
    const inner = partly(member.members);
    return Object.keys(inner.shape).length === 0 ? [] : [[name, inner.optional()]];
  });
  return z.strictObject(Object.fromEntries(shape));
}

const counterPart = partly(counterSettings.members).omit({ refundPinAbove: true, shortestPin: true });

/** The provisioning file (docs/guide/administrators.md): settings of the table, and the keys in plain text. */
export const provisioningFile = z.strictObject({
  ...accountSettings.given.shape,
  till: z
    .strictObject({
      ...till.given.unwrap().shape,
      refundPinAbove: counter.refundPinAbove,
      shortestPin: counter.shortestPin.optional(),
    })
    .optional(),
  tuning: tuning.given.prefault({}),
  counter: counterPart.optional() as z.ZodOptional<z.ZodType<CounterChanges>>,
  keys: z.strictObject({ signingKey, apiKey: apiKeyField.optional() }),
  managerPin: settingsDraft.shape.managerPin,
  /** The chain to join, with an enrolment code from head office. */
  headOffice: z.strictObject({ address: serviceUrlField, code: z.string().trim().min(1).max(100) }).optional(),
});

export interface Provisioning {
  readonly draft: GivenSettings;
  readonly counterChanges: CounterChanges;
  readonly signingKey: SigningKey;
  readonly apiKey: string | undefined;
  readonly tuning: TerminalSettings['tuning'];
  /** A provisioning file always has the complete set of keys. */
  readonly elsewhere: 'none';
  readonly headOffice: { readonly address: string; readonly code: string } | undefined;
}

type ProvisioningResult =
  | { readonly ok: true; readonly provisioning: Provisioning }
  /** A shop's file, without a POS id, has no errors; `hasPin` is true if the file has a PIN. */
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly hasPin?: boolean };

/** Placeholder for the POS id while the rest of a file is checked. */
const ANY_POS = 'POS';

/**
 * Reports all errors, each with its field's path, command-line option, or line and column. No error quotes the text,
 * which may be a key. `shortestPin`: the terminal's setting, used if the file has none.
 */
export function readProvisioning(text: string, given: GivenValues = {}, shortestPin = 0): ProvisioningResult {
  const json = text.replace(/^\uFEFF/, '');
  const syntaxError = findJsonSyntaxError(json);
  if (syntaxError !== undefined) return { ok: false, errors: [notJson(syntaxError)] };
  const file: unknown = JSON.parse(json);
  const isShops = given.posId === undefined && namesNoPos(file);
  const completed = { managerPin: given.managerPin, posId: isShops ? ANY_POS : given.posId };
  const twice = givenTwice(file, given);
  const whole = withGiven(file, completed);
  const parsed = provisioningFile.safeParse(whole, { reportInput: true });
  const errors = [...(parsed.success ? [] : fieldErrorsOf(parsed.error)), ...tooShort(whole, shortestPin)];
  const all = [...twice, ...errors.map((error) => atItsOption(error, given))];
  if (!parsed.success || all.length > 0) return { ok: false, errors: all };
  if (isShops) return { ok: false, errors: [], hasPin: Boolean(parsed.data.managerPin) };
  return { ok: true, provisioning: provisioningOf(parsed.data) };
}

function provisioningOf(file: z.output<typeof provisioningFile>): Provisioning {
  const { keys, tuning, till, counter, headOffice, ...fields } = file;
  return {
    draft: { ...fields, till: till && { chargeWith: till.chargeWith, sticker: till.sticker } },
    counterChanges: {
      ...counter,
      ...members({ refundPinAbove: till?.refundPinAbove, shortestPin: till?.shortestPin }),
    },
    tuning,
    signingKey: keys.signingKey,
    apiKey: keys.apiKey,
    elsewhere: 'none',
    headOffice,
  };
}

function notJson(at: { readonly line: number; readonly column: number }): FieldError {
  return { path: `line ${at.line}, column ${at.column}`, code: 'json.syntax', values: at };
}

function namesNoPos(file: unknown): boolean {
  if (!isJsonObject(file)) return false;
  const { pos } = file;
  return pos === undefined || (isJsonObject(pos) && pos['posId'] === undefined);
}

/** Checked even if other fields are invalid, so that all errors are reported together. */
function tooShort(file: unknown, shortestPin: number): readonly FieldError[] {
  if (!isJsonObject(file)) return [];
  const own = counter.shortestPin.safeParse(isJsonObject(file['till']) ? file['till']['shortestPin'] : undefined);
  const digits = own.data ?? shortestPin;
  const pin = pinField.safeParse(file['managerPin']).data;
  if (pin === undefined || pin.length >= digits) return [];
  return [{ path: 'managerPin', code: 'pin.too-short', values: { digits } }];
}
