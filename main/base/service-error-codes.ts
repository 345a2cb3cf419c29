/** `retry`: repeating the request may help. `service/operations.ts` maps responses to codes. Codes are stable. */
interface ServiceErrorWords {
  readonly retry: boolean;
  readonly support: string;
}

const again = (support: string): ServiceErrorWords => ({ retry: true, support });
const final = (support: string): ServiceErrorWords => ({ retry: false, support });

export const serviceErrorCodes = {
  'network.dns': again(
    'The host name does not resolve: check DNS, the network cable or Wi-Fi, and the base URL in the settings.',
  ),
  'network.refused': again('Connection refused: no server listens there, or a firewall answers in its place.'),
  'network.unreachable': again('No route to the host: check gateway, VPN and firewall of this machine.'),
  'network.connect-timeout': again(
    'No connection within the connect time-out: packets are dropped, or the host is down.',
  ),
  'network.tls': final(
    'TLS handshake failed: check the certificate, a proxy that intercepts TLS, and the clock of this machine.',
  ),
  'network.proxy': again(
    "The proxy of the system's settings is unreachable or refused the tunnel: check the proxy and these settings.",
  ),
  'network.proxy-auth': final(
    'Status 407: the till has no credentials for a proxy. Exempt this machine or the host of the service.',
  ),
  'network.proxy-unsupported': final(
    "The system's settings name only SOCKS or other proxies for the service: set an HTTP proxy or a direct connection.",
  ),
  'network.headers-timeout': again('No response began within the headers time-out. The service may have acted.'),
  'network.body-timeout': again('The response stalled beyond the body time-out. The service may have acted.'),
  'network.reset': again('Connection closed before the response. The service may have acted, depending on the stage.'),
  'network.truncated': again('Connection closed in the middle of the response. The service may have acted.'),
  'network.protocol': again('The response is not HTTP: another server listens at this address.'),
  aborted: again('The till aborted the call.'),
  'answer.too-large': final('The response is larger than the limit of this operation.'),
  'answer.unreadable': again(
    'The response is empty, invalid JSON or a web page: check for a proxy or portal in between. The log has it.',
  ),
  'answer.schema': again('The response is JSON without required fields of the specification. The log names them.'),
  'answer.mismatch': again(
    'Id, amount or reference of the response differ from the request; the response was not used.',
  ),
  'answer.redirect': final(
    'The response is a redirect, which the service never sends: a portal or proxy, or a wrong base URL.',
  ),
  'answer.status': final('The response status is not in the specification.'),
  'auth.clock': again(
    'Signature refused and clocks differ: set the clock. The next call is signed with corrected time.',
  ),
  'auth.clock-wrong': again(
    "Set this machine's clock, date and time zone, and let the system synchronise them. The till asks again.",
  ),
  'auth.key': final(
    'Signature or API key refused: check key id, the public key hosted for the service, profile id, issuer and prefix.',
  ),
  'auth.authority': final(
    'Authenticated, but without the authority (MERCHANT_PAYMENT, MERCHANT_REFUND), or no participant of the payment.',
  ),
  'service.bad-request': final("A field has an invalid format; the service's message names it."),
  'service.bad-reference': final(
    'Status 400 for the reference. The reference stays: the search for a payment needs the one that was sent.',
  ),
  'service.not-found': final('Address of the operation not found: check the base URL.'),
  'payment.not-found': final('Payment id unknown.'),
  'payment.not-cancellable': final('Cancelling is possible only in status PENDING and IDENTIFIED.'),
  'payment.not-participant': final(
    'This till is not a participant of the payment and may not cancel it. Key and signature were accepted.',
  ),
  'payment.code-retired': final('The provider retired the code of this POS: request a new one from the provider.'),
  'merchant.profile-not-found': final('Profile id unknown: check profile id and environment.'),
  'merchant.not-payable': final('The provider cannot pay out to the creditor of this profile: contact the provider.'),
  'refund.not-found': final('Payment id or refund id unknown.'),
  'refund.refused': final("Status 422 for a refund: the service's code and message give the reason."),
  'refund.amount-refused': final('Amount above the refundable amount of this payment.'),
  'refund.not-switched-on': final('Refunds are disabled for this merchant: the provider can enable them.'),
  'refund.not-at-the-moment': final('The current payout does not cover the refund yet. A later refund may pass.'),
  'refund-iban.not-yet': final("The debtor's details are not available yet. A later request may get them."),
  'refund-iban.refused': final('The refund IBAN is available only after the payment has succeeded.'),
  'payout.not-found': final('Payout id unknown.'),
  'service.conflict': final(
    'Status 409: the key was used with another body, or the first attempt is still in progress.',
  ),
  'service.refused': final("Status 422: refused for a business reason; the service's code and message name it."),
  'service.busy': again('Status 429: too many requests. Retry-After is followed.'),
  'service.unavailable': again('Status 502, 503 or 504: the service or its gateway is down. Retry-After is followed.'),
  'service.fault': again('Status 500: give the trace id to the provider. The service may have acted.'),
  'verify.no-signature': again('Signature header missing.'),
  'verify.malformed-signature': again('The signature is not a JWS or has the wrong length for its algorithm.'),
  'verify.der-signature': again('The signature is in ASN.1 (DER). A JWS contains only the two numbers, 64 bytes.'),
  'verify.not-detached': again('The JWS has an attached payload.'),
  'verify.malformed-header': again('The JOSE header is not a JSON object with the required members.'),
  'verify.algorithm': again('Signature algorithm not allowed.'),
  'verify.kid-missing': again('The JOSE header has no key id.'),
  'verify.unknown-key': again('Key id not in the JWKS of the service.'),
  'verify.keys-unavailable': again(
    'The JWKS of the service could not be fetched, or a second fetch within a minute was refused for an unknown key.',
  ),
  'verify.key-mismatch': again('The key with this id does not fit the algorithm.'),
  'verify.key-too-short': again('The RSA key has fewer than 2048 bits.'),
  'verify.crit-missing': again('The JOSE header has no crit member.'),
  'verify.crit-unknown': again('The crit member names a header unknown to this till.'),
  'verify.crit-absent': again('The crit member names a missing header.'),
  'verify.crit-incomplete': again('The crit member lacks a required header.'),
  'verify.issuer': again('Wrong issuer.'),
  'verify.addressee': again('Addressed to another profile.'),
  'verify.path': again('Signed for another path.'),
  'verify.iat-malformed': again('The time of issue is not a date.'),
  'verify.too-old': again('Issued too long ago.'),
  'verify.from-future': again('Issued in the future.'),
  'verify.thumbprint-missing': again('Certificate thumbprint missing.'),
  'verify.certificate-missing': again('The key in the JWKS has no certificate to compare the thumbprint with.'),
  'verify.thumbprint': again('Thumbprint of another certificate.'),
  'verify.signature-mismatch': again('The signature does not match the signed bytes.'),
  'verify.replayed': again('The signed message was received before.'),
} as const satisfies Record<string, ServiceErrorWords>;

export type ServiceErrorCode = keyof typeof serviceErrorCodes;
