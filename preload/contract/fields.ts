import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from './field-error-codes.ts';
import { firstCharacterOutsideSepa } from './sepa-characters.ts';

/** Limits of the payment service (docs/service.md, Limits). A refused field carries a stable code as its message. */

/** Cents, of a payment or a refund (docs/service.md, Limits: "payment and refund amount"). */
export const MAX_AMOUNT = 999_999_999_999;

/** The only representation of money inside the app. */
export type Cents = number & { readonly __unit: 'cents' };

export const amountField = z
  .int(refusedAs('amount.required'))
  .min(1, refusedAs('amount.zero'))
  .max(MAX_AMOUNT, refusedAs('amount.too-large'))
  .transform((cents) => cents as Cents);

/**
 * Text of at most `max` UTF-16 units within the SEPA set. A service that counts code points never counts more.
 * Normalised to NFC: macOS programs write `é` as two characters, and the second is outside the set. Trimmed: a service
 * may trim too, and then finds only the trimmed form.
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

/** Characters allowed in a header. Trimmed, since copying often adds a space. */
export const apiKeyField = z
  .string()
  .trim()
  .min(1, refusedAs('api-key.required'))
  .max(4096, refusedAs('api-key.too-long'))
  .regex(/^[\x21-\x7e]*$/, refusedAs('api-key.character'));

export const referenceField = sepaText('reference', 35);
export const descriptionField = sepaText('description', 140);
/** Sent as description. The service states no limit, so the payment's limit of 140 applies. */
export const reasonField = sepaText('reason', 140);
export const bulkIdField = z.string().max(35, refusedAs('bulk-id.too-long'));

/** The service defines no alphabet; commas separate the names in the settings. */
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
/** Unusable in the counter code (docs/service.md, Links). */
export function isMixedCase(posId: string): boolean {
  return posId !== posId.toUpperCase() && posId !== posId.toLowerCase();
}

export const shopIdField = z.string().max(36, refusedAs('shop-id.too-long'));
/** The remittance information cuts the shop's name here (docs/service.md, Limits: max 36). */
export const SHOP_NAME_ON_STATEMENT = 23;
/** The remittance information cuts a description here (docs/service.md, Limits). */
export const DESCRIPTION_ON_STATEMENT = 35;
/** New names are limited to the SEPA set: banks print no emoji. */
export const shopNameField = sepaText('shop-name', 36);
/** Accepts names stored before the SEPA rule: such a name must not stop the sales of its shop. */
export const sentShopNameField = z.string().max(36, refusedAs('shop-name.too-long'));

/** The service defines no alphabet for the 24 characters. A lone surrogate is refused: no URL can hold it. */
export function isId24(text: string): boolean {
  return text.isWellFormed() && /^.{24}$/su.test(text);
}

export const id24Field = z.string().refine(isId24, refusedAs('id.length'));

/** `yyyy-MM-dd`. */
export const dayField = z.string().pipe(z.iso.date(refusedAs('date.invalid')));

const urlText = z.string().min(1, refusedAs('url.required')).max(2048, refusedAs('url.too-long'));

export const httpsUrlField = urlText.refine(
  (text) => URL.canParse(text) && new URL(text).protocol === 'https:',
  refusedAs('url.https'),
);

/** The provider's published pattern: with any other address every creation fails with 400. */
export const callbackUrlField = httpsUrlField.regex(
  /^https:\/\/([a-z0-9-]+\.)+[a-z]+(:\d{1,5})?([/?][^\s#]*)?$/i,
  refusedAs('url.callback'),
);

/** http on loopback is for the embedded and test services. */
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
