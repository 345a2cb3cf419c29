/**
 * Points left open by the service's documents (docs/service.md), with the sandbox's behaviour and the alternatives of a
 * real service. Each can be chosen: `startSandbox({ picks: { cancelStatus: '200' } })`, or `--pick cancelStatus=200`.
 * The first of `options` is the standard. A point with a `unit` takes any whole number.
 */
export const openPoints = {
  cancelStatus: row('Endpoints, operation 2', 'Status code of a cancellation', ['204', '200', '202']),
  staticQrStatus: row('Endpoints, operation 5', 'Status code of a static-QR creation', ['201', '200']),
  acknowledgeBody: row('Endpoints, operation 6', 'Body of the answer to an acknowledgement', ['empty', 'object']),
  refundIbanField: row('Endpoints, operation 7', 'Field of the refund IBAN', ['iban', 'refundIban', 'debtorIban']),
  refundIbanScheme: row('Authentication, operation 7', 'Its credentials', ['either', 'key', 'signature']),
  searchScheme: row('Authentication, operations 3 and 6', 'Their authority', ['MERCHANT_PAYMENT']),
  reconciliationAuthority: row('Errors, 403', 'Authority of 10 to 12', ['MERCHANT_PAYMENT', 'MERCHANT_REFUND']),
  searchFrom: row('Search request, from', '"Yesterday", when `from` is absent', ['start-of-yesterday', '24-hours-ago']),
  searchTo: row('Search request, to', 'A time that is to come', ['taken', 'refused']),
  searchReference: row('Search request, reference', 'References that match', ['equal', 'any-case', 'part']),
  searchedPayments: row('Key claims, none for 3', 'Payments that are searched', ['profile', 'merchant']),
  emptyTotalPages: row('Paginated list envelope', 'totalPages of an empty list', ['0', '1']),
  neitherPayoutNorRange: row('Reconciliation, 11 and 12', 'Neither payout-id nor a range of days', ['refuse', 'today']),
  reconciliationEnd: row('Reconciliation, date and end-date', 'A day that is to come', ['taken', 'refused']),
  listedUnder: row('Transaction details, transactionDate', 'Creation time of', ['payment', 'transaction']),
  notYetPaidOut: row('Transaction details, payoutId', 'Transactions that no payout holds yet', ['listed', 'left-out']),
  reconciliationFrom: row('Reconciliation, 10 to 12', 'When the data of a day are there', [
    'at-once',
    'next-day-09-cet',
  ]),
  listedRefunds: row('Reconciliation, operation 12', 'Refunds of a range of days', ['refunded', 'every-status']),
  staticQrDeeplink: row('Links, deeplink', 'Deeplink of a static-QR payment', ['payment', 'pos']),
  callbackAddresses: row('Create-payment, https URLs', 'Its callback addresses', ['as-specified', 'published-pattern']),
  staticQrCallbackUrls: row('Static-QR request, https not stated', 'Callback URLs there', ['any-http', 'https']),
  unknownFields: row('Create-payment request body', 'Fields that the tables do not list', ['ignored', 'refused']),
  sepaCharacters: row('Versioning, 3.6.3', 'Characters outside the SEPA extended set', [
    'refused',
    'accepted',
    'basic',
  ]),
  voucherSchemes: row('voucherEligibility', 'Allowed values of voucherSchemes', ['any-string']),

  keptTexts: row('SEPA extended character set', 'reference and description as kept', [
    'as-sent',
    'trimmed',
    'transliterated',
  ]),
  creditorProfileId: row('Creditor, profileId', '"Configuration id"', ['profile-id', 'configuration-id']),
  absentMembers: row('Payment, not required', 'A member without a value', ['left-out', 'null']),
  optionalMembers: row('Payment, not required', 'Members that are not required', ['present', 'left-out']),
  unlistedMembers: row('Versioning, 3.6.2', 'Members that were removed', ['none', 'published']),
  timestamps: row('General conventions, ISO 8601', 'Form of a date-time', [
    'milliseconds',
    'seconds',
    'nanoseconds',
    'offset',
  ]),
  unshownBodies: row('Errors, not shown', 'Body of a refusal of 2, 3, 5 and 7', ['json', 'empty']),
  identifiers: row('Limits, identifiers', 'Alphabet of the 24 characters', ['hex', 'any']),

  invalidatedStatus: row('Payment transitions', 'Status of an invalidated payment', ['CANCELLED', 'EXPIRED', 'VOIDED']),
  walkedAway: row('Payment transitions', 'A payer who leaves after the scan', ['stays-identified', 'pending-again']),
  activeStatuses: row('Payment transitions', '"Active" payments, which another creation invalidates', [
    'pending-and-identified',
    'pending',
  ]),
  synchronousRefusal: row('Events, 5', 'Status after another answer than 200', ['FAILED', 'VOIDED', 'CANCELLED']),
  unacknowledged: row('PENDING_MERCHANT_ACKNOWLEDGEMENT', 'Status after that', ['VOIDED', 'FAILED', 'SUCCEEDED']),
  failedPayoutId: row('Payout list item, payoutId', 'payoutId of a payout that failed', ['present', 'absent']),
  payoutRun: row('Payout statuses', 'When payouts are made', ['daily', 'on-request']),
  payoutClosing: row('Payout list item, payoutDate', 'Whose midnight ends the day of a payout', ['utc', 'cet']),
  searchLagMs: number('Search request', 'Time until the search finds a new payment', 'ms', 0),

  cancelRefusedStatus: row('Errors, operation 2', 'Status code of a refusal', ['422', '409', '400', '403']),
  foreignPayment: row('Errors, operation 1', 'Status code for a payment of another profile', ['403', '404']),
  refundUnknownPayment: row('Errors, operation 8 (no 404)', 'Refund of a payment that does not exist', ['422', '404']),
  refundsOf: row('Errors, operation 8', 'Refundable', ['any-payment', 'within-running-payout', 'not-switched-on']),
  idempotencyConflict: row('Refund API, Idempotency-Key', 'The same key with another body', ['422', '409']),
  unsignedRefusals: row('Refund API, SignatureBank', 'Signature of refusals', ['signed', 'unsigned']),
  errorCodes: row('Errors, code values', 'Payment and Refund APIs', ['see engine/refusal.ts', 'others']),
  retryAfter: row('Limits, 429', 'Retry-After', ['present', 'absent']),
  rateLimitPerSecond: number('Limits, 429', 'Calls per profile and second before 429; 0 is none', 'calls', 0),

  bothCredentials: row('Authentication', 'Signature and API key', ['both-must-hold', 'signature-only', 'key-only']),
  // Standard: registered. Otherwise an API key alone passes, and a signature is ignored or refused.
  paymentKeys: row('Authentication, JWKS', 'Keys known for payment calls', [
    'known',
    'unknown-ignored',
    'unknown-refused',
  ]),
  refundRequestIssuer: row('Detached JWS, iss', 'Issuer of refund requests', ['issuer-name', 'merchant-id']),
  pathClaim: row('Detached JWS, path', 'What the path claim holds', ['path', 'path-and-query']),
  pathClaimPrefix: row('Detached JWS, path', 'The path of {base_url} in the claim', ['with-prefix', 'without-prefix']),
  repeatedJti: row('Detached JWS, jti', 'A request identifier that was seen before', ['refused', 'accepted']),
  iatToleranceSeconds: number('Detached JWS, iat', 'Tolerance, earlier or later', 'seconds', 300),
  responseAlgorithm: row('Response signatures, alg', 'Algorithm of answers', ['ES256', 'RS256']),
  responsePathClaim: row('Response signatures, path', 'Path claim of answers', ['request', 'sample']),
  iatDecimals: row('Detached JWS, iat', 'Decimals of the second', ['3', '0', '9']),
  issuerCase: row('Detached JWS, iss', 'Case of the issuer name', ['as-named', 'other-case']),
  kidOfTestEnvironment: row('Service-side keys, kid', 'Key named for ES256', ['fitting', 'names-rsa-key']),
  reconciliationAnswerIssuer: row('Response signatures, iss', 'Reconciliation API', ['issuer-name', 'merchant-id']),

  callbackSubject: row('Callback signature, sub', 'Prefixed: critical as well', ['plain', 'prefixed', 'both']),
  callbackPath: row('Callback signature, path', 'Path, or the whole callback address', ['path', 'address']),
  callbackThumbprint: row('Callback signature, x5t#S256', 'Thumbprint of the key', ['present', 'absent']),
  callbackOn: row('Events, 1', 'Changes that are sent to callbackUrl', ['every-change', 'payout-or-cancel']),
  // Counted per notification: counted per payment, a till unreachable during the authorisation would use up the calls
  // and never be notified of the payment.
  callbackLimit: row('Events, 4', 'Repeats are counted for each', ['notification', 'payment']),
  callbackRetryOn: row('Events, 4', 'What counts as not responding', ['no-answer', 'not-2xx', 'published']),
  callbackRepeated: row('Events, 4', 'How long a callback is repeated', ['three-times', 'for-24-hours']),
  callbackDebtor: row('Callback payload, debtor', 'Without one', ['masked-placeholder', 'no-callback', 'absent']),
  maskedIban: row('Payment, debtor', 'Masked IBAN', ['country-and-stars', 'stars-and-five-digits']),

  minimumAmount: number('Limits, lower bound', 'Smallest payment or refund', 'cents', 1),
  refundDescriptionMax: number('Limits, refund description', 'Longest refund description', 'characters', 140),
  lifetimeMs: number('Limits, payment expiry', 'Time from creation to expiry', 'ms', 120_000),
  expiryLagMs: number('Payment, expireAt', 'Time from expiry to the status EXPIRED', 'ms', 0),
  settleMs: number('Payment transitions', 'Time from AUTHORIZED to the next status', 'ms', 800),
  acknowledgeMs: number('PENDING_MERCHANT_ACKNOWLEDGEMENT', 'Time to acknowledge', 'ms', 7 * 86_400_000),
  acknowledgedMs: number('Endpoints, operation 6, 202', 'Time from the acknowledgement to SUCCEEDED', 'ms', 0),
  refundMs: number('Refund statuses', 'Time from PENDING to REFUNDED or FAILED', 'ms', 1_500),
  callbackRetryMs: number('Events, 4', 'Delay before a callback is called again', 'ms', 1_000),
  callbackTimeoutMs: number('Events, 4', 'How long a callback waits for its answer', 'ms', 5_000),
} as const;

export type OpenPointName = keyof typeof openPoints;

export type Choices = {
  readonly [Name in OpenPointName]: (typeof openPoints)[Name] extends { readonly options: readonly (infer Value)[] }
    ? Value
    : number;
};

/** Returns the standard of each point, replaced by `chosen`. Throws `RangeError` for a value that is not offered. */
export function choicesFrom(chosen: Partial<Choices> = {}): Choices {
  const choices: Record<string, string | number> = {};
  for (const [name, entry] of Object.entries(openPoints)) {
    choices[name] = 'options' in entry ? entry.options[0] : entry.standard;
  }
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== undefined) choices[name] = checked(name, value);
  }
  return choices as Choices;
}

/** Parses `name=value` of the command line. Throws `RangeError` for an unknown name or a value that is not offered. */
export function parseChoice(text: string): Partial<Choices> {
  const [name = '', value = ''] = text.split('=', 2);
  return { [name]: checked(name, isOpenPoint(name) && 'unit' in openPoints[name] ? Number(value) : value) };
}

function checked(name: string, value: string | number): string | number {
  if (!isOpenPoint(name))
    throw new RangeError(`There is no pick "${name}". Known: ${Object.keys(openPoints).join(', ')}`);
  const entry = openPoints[name];
  if ('options' in entry) {
    if (entry.options.some((option) => option === value)) return value;
    throw new RangeError(`${name} is one of ${entry.options.join(', ')}; got ${value}`);
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} is a whole number of ${entry.unit}; got ${value}`);
}

function isOpenPoint(name: string): name is OpenPointName {
  return Object.hasOwn(openPoints, name);
}

function row<const Options extends readonly [string, ...string[]]>(spec: string, question: string, options: Options) {
  return { spec, question, options } as const;
}

function number(spec: string, question: string, unit: string, standard: number) {
  return { spec, question, unit, standard } as const;
}
