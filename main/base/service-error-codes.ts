/**
 * The errors that the payment service can cause: whether the same may be tried again, and what cashier and support
 * read. `main/service/operations.ts` says which answer becomes which of them. Codes are stable: tests, tools and
 * translations hold on to them.
 */
export interface ServiceErrorWords {
  /** Trying the very same again may help. */
  readonly retry: boolean;
  readonly cashier: string;
  readonly support: string;
}

const again = (cashier: string, support: string): ServiceErrorWords => ({ retry: true, cashier, support });
const final = (cashier: string, support: string): ServiceErrorWords => ({ retry: false, cashier, support });

export const serviceErrorCodes = {
  'network.dns': again(
    'The payment service could not be found on the network.',
    'The host name does not resolve: look at DNS, the network cable or Wi-Fi, and the base URL in the settings.',
  ),
  'network.refused': again(
    'The payment service could not be reached.',
    'The connection was refused: nothing listens there, or a firewall answers in its place.',
  ),
  'network.unreachable': again(
    'There is no way to the payment service on this network.',
    'No route to the host: look at the gateway, VPN and firewall of this machine.',
  ),
  'network.connect-timeout': again(
    'The payment service could not be reached in time.',
    'No connection within the connect time-out: packets are dropped on the way, or the host is down.',
  ),
  'network.tls': final(
    'The connection to the payment service is not safe, so nothing was sent.',
    'The TLS handshake failed: look at the certificate, at a proxy that opens TLS, and at the clock of this machine.',
  ),
  'network.proxy': again(
    'The proxy of this network did not lead to the payment service.',
    "The proxy of the system's settings cannot be reached, or refused the tunnel: look at it, and at those settings.",
  ),
  'network.proxy-auth': final(
    'The proxy of this network asks for a name and a password.',
    'Status 407: the till has no credentials for a proxy. Let this machine, or the host of the service, through.',
  ),
  'network.proxy-unsupported': final(
    'This network has a kind of proxy that the till cannot use.',
    "The system's settings name only SOCKS or other proxies for the service: set an HTTP proxy or a direct way for it.",
  ),
  'network.headers-timeout': again(
    'The payment service did not answer in time.',
    'The request was sent; no answer began within the headers time-out. The service may have acted.',
  ),
  'network.body-timeout': again(
    'The payment service stopped in the middle of its answer.',
    'The answer began and then stalled beyond the body time-out. The service may have acted.',
  ),
  'network.reset': again(
    'The connection to the payment service broke.',
    'The connection was closed before an answer came. Where it had stood, the service may have acted.',
  ),
  'network.truncated': again(
    'The answer of the payment service broke off.',
    'The connection was closed in the middle of the answer. The service may have acted.',
  ),
  'network.protocol': again(
    'What answered is not the payment service.',
    'The answer is not HTTP: something else listens at that address.',
  ),
  aborted: again('Stopped before the payment service answered.', 'The till itself ended the call.'),
  'answer.too-large': final(
    'The payment service answered with far too much.',
    'The answer was larger than any answer of this operation may be.',
  ),
  'answer.unreadable': again(
    'The payment service gave an answer that cannot be read.',
    'The answer is empty, not JSON, broken JSON or a web page: look for a proxy or a portal in between. The log has it.',
  ),
  'answer.schema': again(
    'The payment service gave an answer that does not fit.',
    'The answer is JSON and lacks what the specification requires. The log has it, with the fields at fault.',
  ),
  'answer.mismatch': again(
    'The payment service answered about another payment.',
    'Id, amount or reference of the answer are not those that were asked for; it was not believed.',
  ),
  'answer.redirect': final(
    'Something between the till and the payment service sent the till elsewhere.',
    'The answer is a redirect, which the service never gives: a portal or proxy, or a wrong base URL.',
  ),
  'answer.status': final(
    'The payment service gave an answer that the till does not know.',
    'The status of the answer is none that the specification documents.',
  ),
  'auth.clock': again(
    "This machine's clock is wrong, so the payment service refused.",
    'The signature was refused and the clocks differ: set the clock. The next call is signed with corrected time.',
  ),
  'auth.clock-wrong': again(
    "This machine's clock is wrong by more than 15 minutes, so the till signs nothing.",
    "Set this machine's clock, its date and its time zone, and let the system keep it. The till asks for the time again.",
  ),
  'auth.key': final(
    'The payment service does not accept the key of this till.',
    'The signature or the API key was refused: key id, public key hosted for the service, profile id, issuer, prefix.',
  ),
  'auth.authority': final(
    'This till is not allowed to do that.',
    'Known, but without the authority (MERCHANT_PAYMENT, MERCHANT_REFUND), or no participant of the payment.',
  ),
  'service.bad-request': final(
    'The payment service did not understand the request.',
    'A field is not formatted as the service wants it; its own message says which.',
  ),
  'service.not-found': final(
    'The payment service does not know that.',
    'The address of this operation is not found: look at the base URL.',
  ),
  'payment.not-found': final('The payment service does not know this payment.', 'No payment with that id is known.'),
  'payment.not-cancellable': final(
    'This payment can no longer be cancelled.',
    'Cancelling is refused in every status but PENDING and IDENTIFIED.',
  ),
  'refund.not-found': final('The payment service does not know this refund.', 'No refund with those ids is known.'),
  'refund.refused': final(
    'The payment service refused the refund. No money moved.',
    'Status 422 on a refund: its own code and message say why.',
  ),
  'refund-iban.refused': final(
    'The IBAN for a refund is not available for this payment.',
    'The refund IBAN is given only once the payment has succeeded.',
  ),
  'payout.not-found': final('The payment service does not know this payout.', 'No payout with that id is known.'),
  'service.conflict': final(
    'The payment service is busy with the same request, or had another under this key.',
    'Status 409: the same key with another body, or the first attempt is still under way.',
  ),
  'service.refused': final(
    'The payment service refused the request.',
    'Status 422: understood, and refused for a reason of business; its own code and message say which.',
  ),
  'service.busy': again(
    'The payment service asks to wait for a moment.',
    'Status 429: too many requests. Retry-After is obeyed.',
  ),
  'service.unavailable': again(
    'The payment service is not available at the moment.',
    'Status 502, 503 or 504: the service or what stands before it is down. Retry-After is obeyed.',
  ),
  'service.fault': again(
    'The payment service has a fault.',
    'Status 500: quote the trace id to the provider. The service may have acted.',
  ),
  'verify.no-signature': verification('The signature header is absent.'),
  'verify.malformed-signature': verification('The signature is not a JWS, or not the length its algorithm has.'),
  'verify.not-detached': verification('The JWS carries a payload of its own.'),
  'verify.malformed-header': verification('The JOSE header is not a JSON object with the members it must have.'),
  'verify.algorithm': verification('The algorithm is not one that is allowed here.'),
  'verify.kid-missing': verification('The JOSE header names no key.'),
  'verify.unknown-key': verification('The JWKS of the service has no key of that id.'),
  'verify.keys-unavailable': verification(
    'The JWKS of the service could not be read, or not once more in this minute for a key that is not known.',
  ),
  'verify.key-mismatch': verification('The key of that id is not one for that algorithm.'),
  'verify.key-too-short': verification('The RSA key has fewer than 2048 bits.'),
  'verify.crit-missing': verification('The JOSE header has no critical members.'),
  'verify.crit-unknown': verification('A critical member is one that this till does not know.'),
  'verify.crit-absent': verification('A critical member is named and not there.'),
  'verify.crit-incomplete': verification('A member that must be critical is not.'),
  'verify.issuer': verification('Somebody else issued it.'),
  'verify.addressee': verification('It is addressed to another profile.'),
  'verify.path': verification('It was made for another path.'),
  'verify.iat-malformed': verification('Its time of issue is not a date.'),
  'verify.too-old': verification('It was issued too long ago.'),
  'verify.from-future': verification('It was issued in the future.'),
  'verify.thumbprint-missing': verification('The thumbprint of the certificate is missing.'),
  'verify.certificate-missing': verification('The key in the JWKS has no certificate to hold the thumbprint against.'),
  'verify.thumbprint': verification("The thumbprint is another certificate's."),
  'verify.signature-mismatch': verification('The signature does not match the bytes.'),
  'verify.replayed': verification('The same signed message came before.'),
} as const satisfies Record<string, ServiceErrorWords>;

export type ServiceErrorCode = keyof typeof serviceErrorCodes;

function verification(support: string): ServiceErrorWords {
  return {
    retry: true,
    cashier: 'An answer of the payment service could not be proven genuine. It was not believed.',
    support,
  };
}
