/** `retry`: repeating the request may help. `service/operations.ts` maps responses to codes. Codes are stable. */
interface ServiceErrorWords {
  readonly retry: boolean;
  readonly support: string;
}

const again = (support: string): ServiceErrorWords => ({ retry: true, support });
const final = (support: string): ServiceErrorWords => ({ retry: false, support });

export const serviceErrorCodes = {
  'network.dns': again(
    'The host name does not resolve: look at DNS, the network cable or Wi-Fi, and the base URL in the settings.',
  ),
  'network.refused': again('The connection was refused: nothing listens there, or a firewall answers in its place.'),
  'network.unreachable': again('No route to the host: look at the gateway, VPN and firewall of this machine.'),
  'network.connect-timeout': again(
    'No connection within the connect time-out: packets are dropped on the way, or the host is down.',
  ),
  'network.tls': final(
    'The TLS handshake failed: look at the certificate, at a proxy that opens TLS, and at the clock of this machine.',
  ),
  'network.proxy': again(
    "The proxy of the system's settings cannot be reached, or refused the tunnel: look at it, and at those settings.",
  ),
  'network.proxy-auth': final(
    'Status 407: the till has no credentials for a proxy. Let this machine, or the host of the service, through.',
  ),
  'network.proxy-unsupported': final(
    "The system's settings name only SOCKS or other proxies for the service: set an HTTP proxy or a direct way for it.",
  ),
  'network.headers-timeout': again(
    'The request was sent; no answer began within the headers time-out. The service may have acted.',
  ),
  'network.body-timeout': again(
    'The answer began and then stalled beyond the body time-out. The service may have acted.',
  ),
  'network.reset': again(
    'The connection was closed before an answer came. Where it had stood, the service may have acted.',
  ),
  'network.truncated': again('The connection was closed in the middle of the answer. The service may have acted.'),
  'network.protocol': again('The answer is not HTTP: something else listens at that address.'),
  aborted: again('The till itself ended the call.'),
  'answer.too-large': final('The answer was larger than any answer of this operation may be.'),
  'answer.unreadable': again(
    'The answer is empty, not JSON, broken JSON or a web page: look for a proxy or a portal in between. The log has it.',
  ),
  'answer.schema': again(
    'The answer is JSON and lacks what the specification requires. The log has it, with the fields at fault.',
  ),
  'answer.mismatch': again(
    'Id, amount or reference of the answer are not those that were asked for; it was not believed.',
  ),
  'answer.redirect': final(
    'The answer is a redirect, which the service never gives: a portal or proxy, or a wrong base URL.',
  ),
  'answer.status': final('The status of the answer is none that the specification documents.'),
  'auth.clock': again(
    'The signature was refused and the clocks differ: set the clock. The next call is signed with corrected time.',
  ),
  'auth.clock-wrong': again(
    "Set this machine's clock, its date and its time zone, and let the system keep it. The till asks for the time again.",
  ),
  'auth.key': final(
    'The signature or the API key was refused: key id, public key hosted for the service, profile id, issuer, prefix.',
  ),
  'auth.authority': final(
    'Known, but without the authority (MERCHANT_PAYMENT, MERCHANT_REFUND), or no participant of the payment.',
  ),
  'service.bad-request': final('A field is not formatted as the service wants it; its own message says which.'),
  'service.bad-reference': final(
    'Status 400 that names the reference. It is not changed: the search for a payment needs the reference that was sent.',
  ),
  'service.not-found': final('The address of this operation is not found: look at the base URL.'),
  'payment.not-found': final('No payment with that id is known.'),
  'payment.not-cancellable': final('Cancelling is refused in every status but PENDING and IDENTIFIED.'),
  'payment.not-participant': final(
    'This till is no participant of the payment, so it may not cancel it. Key and signature were accepted.',
  ),
  'payment.code-retired': final('The provider has retired the code of this POS: ask the provider for another.'),
  'merchant.profile-not-found': final('No profile with this id is known: look at profile id and environment.'),
  'merchant.not-payable': final('The provider cannot pay out to the creditor of this profile: ask the provider.'),
  'refund.not-found': final('No refund with those ids is known.'),
  'refund.refused': final('Status 422 on a refund: its own code and message say why.'),
  'refund.amount-refused': final('The amount is more than the service lets go back for this payment.'),
  'refund.not-switched-on': final('Refunds are not switched on for this merchant: the provider can switch them on.'),
  'refund.not-at-the-moment': final('The running payout does not cover the refund yet. A later refund may pass.'),
  'refund-iban.not-yet': final("The debtor's details are not there yet. A later question may get them."),
  'refund-iban.refused': final('The refund IBAN is given only once the payment has succeeded.'),
  'payout.not-found': final('No payout with that id is known.'),
  'service.conflict': final('Status 409: the same key with another body, or the first attempt is still under way.'),
  'service.refused': final(
    'Status 422: understood, and refused for a reason of business; its own code and message say which.',
  ),
  'service.busy': again('Status 429: too many requests. Retry-After is obeyed.'),
  'service.unavailable': again(
    'Status 502, 503 or 504: the service or what stands before it is down. Retry-After is obeyed.',
  ),
  'service.fault': again('Status 500: quote the trace id to the provider. The service may have acted.'),
  'verify.no-signature': again('The signature header is absent.'),
  'verify.malformed-signature': again('The signature is not a JWS, or not the length its algorithm has.'),
  'verify.der-signature': again('The signature is in ASN.1 (DER). A JWS has the two numbers alone, 64 bytes.'),
  'verify.not-detached': again('The JWS carries a payload of its own.'),
  'verify.malformed-header': again('The JOSE header is not a JSON object with the members it must have.'),
  'verify.algorithm': again('The algorithm is not one that is allowed here.'),
  'verify.kid-missing': again('The JOSE header names no key.'),
  'verify.unknown-key': again('The JWKS of the service has no key of that id.'),
  'verify.keys-unavailable': again(
    'The JWKS of the service could not be read, or not once more in this minute for a key that is not known.',
  ),
  'verify.key-mismatch': again('The key of that id is not one for that algorithm.'),
  'verify.key-too-short': again('The RSA key has fewer than 2048 bits.'),
  'verify.crit-missing': again('The JOSE header has no critical members.'),
  'verify.crit-unknown': again('A critical member is one that this till does not know.'),
  'verify.crit-absent': again('A critical member is named and not there.'),
  'verify.crit-incomplete': again('A member that must be critical is not.'),
  'verify.issuer': again('Somebody else issued it.'),
  'verify.addressee': again('It is addressed to another profile.'),
  'verify.path': again('It was made for another path.'),
  'verify.iat-malformed': again('Its time of issue is not a date.'),
  'verify.too-old': again('It was issued too long ago.'),
  'verify.from-future': again('It was issued in the future.'),
  'verify.thumbprint-missing': again('The thumbprint of the certificate is missing.'),
  'verify.certificate-missing': again('The key in the JWKS has no certificate to hold the thumbprint against.'),
  'verify.thumbprint': again("The thumbprint is another certificate's."),
  'verify.signature-mismatch': again('The signature does not match the bytes.'),
  'verify.replayed': again('The same signed message came before.'),
} as const satisfies Record<string, ServiceErrorWords>;

export type ServiceErrorCode = keyof typeof serviceErrorCodes;
