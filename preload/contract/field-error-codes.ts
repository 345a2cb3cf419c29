import type { z } from 'zod';

/**
 * Faults of a single field, with texts in `preload/contract/language/en.json` (`error.<code>`). With any faulty field
 * the till refuses the whole input and changes nothing.
 */
export const fieldErrorCodes = {
  'field.required': 'It is absent.',
  'field.type': 'It is of another type than `expected`.',
  'field.invalid': 'It is none of the values that may stand there.',
  'field.unknown': 'There is no such field.',
  'json.syntax': 'The file is not JSON from `line` and `column` on.',

  'amount.required': 'It is no whole number of cents.',
  'amount.zero': 'Less than one cent.',
  'amount.too-large': 'More than the service takes.',
  'reference.required': 'It is empty.',
  'reference.character': 'The `character` is outside the SEPA extended character set.',
  'reference.too-long': 'It has `length` characters, more than `max`.',
  'description.character': 'The `character` is outside the SEPA extended character set.',
  'description.too-long': 'It has `length` characters, more than `max`.',
  'reason.character': 'The `character` is outside the SEPA extended character set.',
  'reason.too-long': 'It has `length` characters, more than `max`.',
  'reference-pattern.sequence': 'It does not have {sequence}: two sales would have one reference.',
  'reference-pattern.mark': 'It has a `mark` in braces that there is none of.',
  'reference-pattern.twice': 'It has the same `mark` twice.',
  'reference-pattern.too-long': 'References would have up to `length` characters, more than `max`.',
  'bulk-id.too-long': 'It has more than `max` characters.',
  'bulk-id.character': 'The `character` is outside the SEPA extended character set.',
  'voucher-schemes.too-many': 'There are more than `max` of them.',
  'voucher-schemes.required': 'There is an amount that vouchers may pay, and no voucher.',
  'voucher-scheme.invalid': 'One has not 1 to 40 characters, or one that banks do not print.',
  'id.length': 'It is not 24 characters.',
  'idempotency-key.required': 'It is empty.',
  'idempotency-key.too-long': 'It has more than `max` characters.',
  'idempotency-key.character': 'A header cannot carry it.',

  'shop-id.too-long': 'It has more than `max` characters.',
  'shop-name.too-long': 'It has more than `max` characters.',
  'shop-name.character': 'The `character` is outside the SEPA extended character set.',
  'pos-id.required': 'It is empty.',
  'pos-id.too-long': 'It has more than `max` characters.',
  'pos-id.pattern': 'It has a character that is neither letter nor digit.',
  'url.required': 'It is empty.',
  'url.too-long': 'It has more than `max` characters.',
  'url.https': 'It is no https address.',
  'counter-code.marks': 'It does not have {profileId} and {posId} after the name of its server.',
  'url.callback': 'It is no https address with a full host name: it has an IP address, one label or a user name.',
  'url.https-or-loopback': 'It is neither an https address nor one of this machine.',
  'claim-prefix.required': 'It is empty.',
  'claim-prefix.too-long': 'It has more than `max` characters.',
  'issuer.required': 'It is empty.',
  'issuer.too-long': 'It has more than `max` characters.',
  'response-path.form': 'It is no operation with a signed response, a space, and a path.',
  'response-paths.too-many': 'There are more than `max` of them.',
  'host.required': 'It is empty.',
  'port.range': 'It is no port from 1 to 65535.',
  'register-port.range': 'It is no port from 1024 to 65535.',
  'key-hours.range': 'It is no whole number of hours from 1 to 8760.',
  'register-names.too-many': 'There are more than 10 of them.',
  'register-name.invalid': 'One is neither a host name nor an IPv6 address.',
  'register-oldest.range': 'It is no number of minutes from 1 to 1440.',
  'folder.absolute': 'It is no absolute path of at most 500 characters.',
  'timeout.range': 'It is outside 100 to 120000 ms.',
  'tolerance.range': 'It is outside 1 to 86400 seconds.',
  'refund-key.range': 'It is outside 1 to 720 hours.',
  'poll-shortest.range': 'It is outside 400 to 5000 ms.',
  'poll-longest.range': 'It is outside 1000 to 30000 ms.',
  'poll-pauses.order': 'The longest pause is shorter than the shortest.',

  'unusual-factor.range': 'It is neither 0 nor a whole number from 2 to 1000.',
  'quick-amounts.too-many': 'There are more than `max` of them.',
  'quick-amounts.twice': 'The same amount stands there twice.',
  'return-after.range': 'It is neither 0 nor 3 to 300 seconds.',
  'refund-limit.range': 'It is no whole number of cents from 0 to what the service takes.',
  'shortest-pin.range': 'It is no whole number from 4 to 8.',
  'volume.range': 'It is no whole per cent from 0 to 100.',
  'message.too-long': 'It has more than `max` characters.',
  'thanks.range': 'It is outside 3 to 60 seconds.',
  'app-name.required': 'It is empty.',
  'app-name.too-long': 'It has more than `max` characters.',
  'apps.too-many': 'There are more than `max` of them.',
  'slides.too-many': 'There are more than `max` of them.',
  'slide-seconds.range': 'It is outside 3 to 120 seconds.',
  'picture.kind': 'It is no picture of a kind that the till shows, or of no usable size.',
  'picture.too-large': 'It has more than 2 MiB.',
  'picture.name': 'It is no name of a PNG, JPEG or WebP picture that the till keeps.',
  'receipt-url.reference': 'It does not have {reference} in its path, query or fragment.',

  'time-of-day.pattern': 'It is no time of day such as 08:00.',

  'pin.pattern': 'It is not 4 to 8 digits.',
  'pin.differs': 'It is not the PIN that was typed before.',
  'pin.too-short': 'It has fewer digits than the `digits` that a new one needs.',
  'given.twice': 'The file has one too, and another one.',
  'person-name.required': 'It is empty.',
  'person-name.too-long': 'It has more than `max` characters.',
  'person-name.character': 'It has a character that cannot be seen.',
  'api-key.required': 'It is empty.',
  'api-key.needed': 'Payment calls carry the API key alone, and there is none.',
  'api-key.too-long': 'It has more than `max` characters.',
  'api-key.character': 'A header cannot carry it.',
  'signing-key.required': 'The terminal has no key, and none is given.',
  'signing-key.json': 'It is not JSON, or no JWK.',
  'signing-key.kind': 'It is not EC P-256 for ES256.',
  'signing-key.private': 'One of d, x and y is absent or not 32 bytes.',
  'signing-key.kid': 'It has no key id.',
  'signing-key.mismatch': 'The private number does not belong to the point.',

  'date.invalid': 'The calendar does not have it.',
  'page.range': 'It is no page number.',
  'size.range': 'It is no size of a page, 0 to 100.',
  'payment-statuses.unknown': 'The service has no such status.',
  'range.required': 'Neither a payout nor a range of days is given.',
  'range.both-ends': 'One end of the range is absent.',
  'range.order': 'The range ends before it begins.',
  'range.too-long': 'The range has `days` days, more than `max`.',
  'range.future': 'The day has not come yet.',
  'payout.not-fetched': 'No payout of the days that were fetched has this id.',
} as const satisfies Record<string, string>;

export type FieldErrorCode = keyof typeof fieldErrorCodes;

/** The code becomes the message of the issue. */
export function refusedAs(code: FieldErrorCode): { readonly error: FieldErrorCode } {
  return { error: code };
}

/** Placeholders for the text of a schema issue. */
export function issueValues(issue: z.core.$ZodIssue): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  if (issue.code === 'too_big') values['max'] = Number(issue.maximum);
  if (issue.code === 'too_small') values['min'] = Number(issue.minimum);
  if (issue.code === 'invalid_type') values['expected'] = issue.expected;
  if (issue.code === 'invalid_value') values['expected'] = issue.values.map(String).join(', ');
  if (issue.code !== 'custom') return values;
  for (const [name, value] of Object.entries(issue.params ?? {}))
    if (typeof value === 'string' || typeof value === 'number') values[name] = value;
  return values;
}
