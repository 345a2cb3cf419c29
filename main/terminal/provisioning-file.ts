import { z } from 'zod';
import { type SettingsDraft, settingsDraft } from '../../preload/contract.ts';
import { type CounterDraft, counterDraft } from '../../preload/counter.ts';
import { refusedAs } from '../../preload/field-error-codes.ts';
import { type FieldError, fieldErrorsOf } from '../base/field-errors.ts';
import { type SigningKey, signingKey } from '../service/signing-key.ts';
import { findJsonSyntaxError } from './json-syntax.ts';
import { type TerminalSettings, tuningSettings } from './settings.ts';

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
      apiKey: z.string().min(1, refusedAs('api-key.required')).max(4096, refusedAs('api-key.too-long')).optional(),
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
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Reads the text of a provisioning file. Each error names the path of its field, or line and column (also in `values`)
 * where the text is not JSON. No error quotes the file's text, which may be a key.
 */
export function readProvisioning(text: string): ProvisioningResult {
  const json = text.replace(/^\uFEFF/, '');
  const syntaxError = findJsonSyntaxError(json);
  if (syntaxError !== undefined)
    return {
      ok: false,
      errors: [
        { path: `line ${syntaxError.line}, column ${syntaxError.column}`, code: 'json.syntax', values: syntaxError },
      ],
    };
  const parsed = provisioningFile.safeParse(JSON.parse(json));
  if (!parsed.success) return { ok: false, errors: fieldErrorsOf(parsed.error) };
  const { keys, tuning, till, ...fields } = parsed.data;
  const { refundPinAbove, shortestPin } = till ?? {};
  const counter = {
    ...(refundPinAbove === undefined ? {} : { refundPinAbove }),
    ...(shortestPin === undefined ? {} : { shortestPin }),
  };
  const draft = { ...fields, ...(till && { till: { chargeWith: till.chargeWith, sticker: till.sticker } }) };
  const { signingKey, apiKey } = keys;
  return { ok: true, provisioning: { draft, counter, tuning, signingKey, apiKey, elsewhere: 'none' } };
}
