import type { z } from 'zod';

/**
 * Faults of a single field, with texts in `preload/contract/language/en.json` (`error.<code>`). With any faulty field
 * the till refuses the whole input and changes nothing.
 */
export const fieldErrorCodes = {
  'field.required': 'Value missing.',
  'field.type': 'Wrong type; `expected` expected.',
  'field.invalid': 'Value not allowed.',
  'field.unknown': 'Unknown field.',
  'json.syntax': 'Invalid JSON from `line` and `column` on.',

  'amount.required': 'Not a whole number of cents.',
  'amount.zero': 'Amount below one cent.',
  'amount.too-large': 'Amount above the limit of the service.',
  'reference.required': 'Reference empty.',
  'reference.character': 'The `character` is outside the SEPA extended character set.',
  'reference.too-long': '`length` characters, more than `max`.',
  'description.character': 'The `character` is outside the SEPA extended character set.',
  'description.too-long': '`length` characters, more than `max`.',
  'reason.character': 'The `character` is outside the SEPA extended character set.',
  'reason.too-long': '`length` characters, more than `max`.',
  'reference-pattern.sequence': 'Pattern without {sequence}: two sales would have the same reference.',
  'reference-pattern.mark': 'Unknown `mark` in braces.',
  'reference-pattern.twice': 'Repeated `mark`.',
  'reference-pattern.too-long': 'References would have up to `length` characters, more than `max`.',
  'bulk-id.too-long': 'More than `max` characters.',
  'bulk-id.character': 'The `character` is outside the SEPA extended character set.',
  'voucher-schemes.too-many': 'More than `max` vouchers.',
  'voucher-schemes.required': 'Voucher amount without a voucher.',
  'voucher-scheme.invalid': 'A voucher is not 1 to 40 characters long or has characters that banks do not print.',
  'id.length': 'Not 24 characters long.',
  'idempotency-key.required': 'Key empty.',
  'idempotency-key.too-long': 'More than `max` characters.',
  'idempotency-key.character': 'Character not allowed in a header.',

  'shop-id.too-long': 'More than `max` characters.',
  'shop-name.too-long': 'More than `max` characters.',
  'shop-name.character': 'The `character` is outside the SEPA extended character set.',
  'pos-id.required': 'POS id empty.',
  'pos-id.too-long': 'More than `max` characters.',
  'pos-id.pattern': 'Character other than a letter or digit.',
  'url.required': 'URL empty.',
  'url.too-long': 'More than `max` characters.',
  'url.https': 'Not an https URL.',
  'counter-code.marks': 'URL without {profileId} and {posId} after the host.',
  'url.callback': 'Not an https URL with a full host name: an IP address, a single label or a user name.',
  'url.https-or-loopback': 'Neither an https URL nor a URL of this machine.',
  'claim-prefix.required': 'Prefix empty.',
  'claim-prefix.too-long': 'More than `max` characters.',
  'issuer.required': 'Issuer empty.',
  'issuer.too-long': 'More than `max` characters.',
  'response-path.form': 'Not an operation with a signed response, a space, and a path.',
  'response-paths.too-many': 'More than `max` paths.',
  'host.required': 'Host empty.',
  'port.range': 'Not a port from 1 to 65535.',
  'register-port.range': 'Not a port from 1024 to 65535.',
  'key-hours.range': 'Not a whole number of hours from 1 to 8760.',
  'register-names.too-many': 'More than 10 names.',
  'register-name.invalid': 'A name is neither a host name nor an IPv6 address.',
  'register-oldest.range': 'Not a number of minutes from 1 to 1440.',
  'folder.absolute': 'Not an absolute path of at most 500 characters.',
  'timeout.range': 'Outside 100 to 120000 ms.',
  'tolerance.range': 'Outside 1 to 86400 seconds.',
  'refund-key.range': 'Outside 1 to 720 hours.',
  'poll-shortest.range': 'Outside 400 to 5000 ms.',
  'poll-longest.range': 'Outside 1000 to 30000 ms.',
  'poll-pauses.order': 'The longest interval is shorter than the shortest.',

  'unusual-factor.range': 'Neither 0 nor a whole number from 2 to 1000.',
  'quick-amounts.too-many': 'More than `max` amounts.',
  'quick-amounts.twice': 'Repeated amount.',
  'return-after.range': 'Neither 0 nor 3 to 300 seconds.',
  'refund-limit.range': 'Not a whole number of cents from 0 to the limit of the service.',
  'shortest-pin.range': 'Not a whole number from 4 to 8.',
  'volume.range': 'Not a whole per cent from 0 to 100.',
  'message.too-long': 'More than `max` characters.',
  'thanks.range': 'Outside 3 to 60 seconds.',
  'app-name.required': 'Name empty.',
  'app-name.too-long': 'More than `max` characters.',
  'apps.too-many': 'More than `max` apps.',
  'slides.too-many': 'More than `max` slides.',
  'slide-seconds.range': 'Outside 3 to 120 seconds.',
  'picture.kind': 'Picture of an unsupported format or size.',
  'picture.too-large': 'Picture larger than 2 MiB.',
  'picture.name': 'Not the name of a stored PNG, JPEG or WebP picture.',
  'receipt-url.reference': 'URL without {reference} in its path, query or fragment.',

  'time-of-day.pattern': 'Not a time of day such as 08:00.',

  'pin.pattern': 'Not 4 to 8 digits.',
  'pin.differs': 'The two PINs differ.',
  'pin.too-short': 'Fewer digits than the `digits` of a new PIN.',
  'given.twice': 'Also in the file, with another value.',
  'person-name.required': 'Name empty.',
  'person-name.too-long': 'More than `max` characters.',
  'person-name.character': 'Invisible character.',
  'api-key.required': 'API key empty.',
  'api-key.needed': 'API key missing: payment calls are authenticated by the API key alone.',
  'api-key.too-long': 'More than `max` characters.',
  'api-key.character': 'Character not allowed in a header.',
  'signing-key.required': 'Signing key missing: the terminal has none stored.',
  'signing-key.json': 'Invalid JSON, or not a JWK.',
  'signing-key.kind': 'Not EC P-256 for ES256.',
  'signing-key.private': 'd, x or y is missing or not 32 bytes long.',
  'signing-key.kid': 'Key id missing.',
  'signing-key.mismatch': 'The private number does not match the public point.',

  'date.invalid': 'Date not in the calendar.',
  'page.range': 'Not a page number.',
  'size.range': 'Not a page size from 0 to 100.',
  'payment-statuses.unknown': 'Status unknown to the service.',
  'range.required': 'Neither a payout nor a range of days.',
  'range.both-ends': 'One end of the range missing.',
  'range.order': 'The range ends before its start.',
  'range.too-long': 'Range of `days` days, more than `max`.',
  'range.future': 'Day in the future.',
  'payout.not-fetched': 'No fetched payout has this id.',
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
