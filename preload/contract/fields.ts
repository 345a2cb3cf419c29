import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from './field-error-codes.ts';
import { firstCharacterOutsideSepa } from './sepa-characters.ts';

/**
 * The fields a person or a file can fill in, with the limits of the payment service (docs/service.md, Limits).
 * A refused field carries a stable code as its message; the renderer turns code and values into words.
 */

/** Upper bound of a payment or a refund, in cents (docs/service.md, Limits: "payment and refund amount"). */
export const MAX_AMOUNT = 999_999_999_999;

/** A whole number of euro cents. Money is never anything else inside the app. */
export type Cents = number & { readonly __unit: 'cents' };

export const amountField = z
  .int(refusedAs('amount.required'))
  .min(1, refusedAs('amount.zero'))
  .max(MAX_AMOUNT, refusedAs('amount.too-large'))
  .transform((cents) => cents as Cents);

/**
 * Text of at most `max` UTF-16 units within the SEPA set. The service may count code points, which are never more.
 * Composed first: macOS programs write `é` as two characters, of which the second is outside the set. Trimmed: a service
 * may do so, and would then find no other form.
 */
function sepaText(name: 'reference' | 'description' | 'reason' | 'shop-name', max: number) {
  const refuse = (context: z.RefinementCtx, message: FieldErrorCode, params: Record<string, string | number>) =>
    context.addIssue({ code: 'custom', message, params });
  return z
    .string()
    .normalize('NFC')
    .trim()
    .superRefine((text, context) => {
      const outside = firstCharacterOutsideSepa(text);
      if (outside !== undefined) refuse(context, `${name}.character`, { character: outside });
      if (text.length > max) refuse(context, `${name}.too-long`, { max, length: text.length });
    });
}

/** API key: what a header can carry, without the space that is copied along. */
export const apiKeyField = z
  .string()
  .trim()
  .min(1, refusedAs('api-key.required'))
  .max(4096, refusedAs('api-key.too-long'))
  .regex(/^[\x21-\x7e]*$/, refusedAs('api-key.character'));

export const referenceField = sepaText('reference', 35);
export const descriptionField = sepaText('description', 140);
/** Why money goes back; sent as the refund's description. The service states no limit, so a payment's 140 holds. */
export const reasonField = sepaText('reason', 140);
export const bulkIdField = z.string().max(35, refusedAs('bulk-id.too-long'));

/** Name of a kind of voucher. The service names no alphabet; a comma parts two of them in the settings. */
export const voucherSchemeField = z
  .string()
  .refine(
    (text) =>
      text.length >= 1 &&
      text.length <= 40 &&
      text.trim() === text &&
      !/[,;]/.test(text) &&
      firstCharacterOutsideSepa(text) === undefined,
    refusedAs('voucher-scheme.invalid'),
  );

export const posIdField = z
  .string()
  .min(1, refusedAs('pos-id.required'))
  .max(36, refusedAs('pos-id.too-long'))
  .regex(/^[A-Za-z0-9]*$/, refusedAs('pos-id.pattern'));
/** A POS id of capital and small letters does not work with the code on the counter (docs/service.md, Links). */
export function isMixedCase(posId: string): boolean {
  return posId !== posId.toUpperCase() && posId !== posId.toLowerCase();
}

export const shopIdField = z.string().max(36, refusedAs('shop-id.too-long'));
/** Shown to the payer; past 23 characters the remittance information cuts it (docs/service.md, Limits: max 36). */
export const SHOP_NAME_ON_STATEMENT = 23;
/** The remittance information cuts a description here (docs/service.md, Limits). */
export const DESCRIPTION_ON_STATEMENT = 35;
/** Banks print no emoji, so a new name has none. */
export const shopNameField = sepaText('shop-name', 36);
/** A name that was stored before the SEPA rule must not stop the sales of its shop. */
export const sentShopNameField = z.string().max(36, refusedAs('shop-name.too-long'));

/** Exactly 24 characters: the service names no alphabet. A lone surrogate is refused, for no URL can hold it. */
export function isId24(text: string): boolean {
  return text.isWellFormed() && /^.{24}$/su.test(text);
}

export const id24Field = z.string().refine(isId24, refusedAs('id.length'));

/** A day of the calendar, `yyyy-MM-dd`. */
export const dayField = z.string().pipe(z.iso.date(refusedAs('date.invalid')));

const urlText = z.string().min(1, refusedAs('url.required')).max(2048, refusedAs('url.too-long'));

export const httpsUrlField = urlText.refine(
  (text) => URL.canParse(text) && new URL(text).protocol === 'https:',
  refusedAs('url.https'),
);

/**
 * The provider's published pattern: another address makes every creation 400. No IP address, single-label host or user
 * information.
 */
export const callbackUrlField = httpsUrlField.regex(
  /^https:\/\/([a-z0-9-]+\.)+[a-z]+(:\d{1,5})?([/?][^\s#]*)?$/i,
  refusedAs('url.callback'),
);

/** An address of the service: https, or http on loopback, where the embedded and test services run. */
export const serviceUrlField = urlText.refine(isHttpsOrLoopback, refusedAs('url.https-or-loopback'));

function isHttpsOrLoopback(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:') return true;
  return (
    protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname))
  );
}

export const pinField = z.string().regex(/^\d{4,8}$/, refusedAs('pin.pattern'));
