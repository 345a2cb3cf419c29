export type PaymentState = typeof PaymentState[keyof typeof PaymentState];


export const PaymentState = {
  creating: 'creating',
  waiting: 'waiting',
  scanned: 'scanned',
  authorised: 'authorised',
  paid: 'paid',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'failed',
  voided: 'voided',
  unknown: 'unknown',
} as const;

export type PaymentReceiptFields = {[key: string]: string};

export type PaymentReceipt = {
  /** For a roll of 80 mm: at most 42 characters each */
  lines: string[];
  /** For a roll of 58 mm: at most 32 characters each */
  narrowLines: string[];
  fields: PaymentReceiptFields;
};

export type PaymentRefundsItemState = typeof PaymentRefundsItemState[keyof typeof PaymentRefundsItemState];


export const PaymentRefundsItemState = {
  asked: 'asked',
  sending: 'sending',
  unconfirmed: 'unconfirmed',
  pending: 'pending',
  refunded: 'refunded',
  failed: 'failed',
  refused: 'refused',
  'not-made': 'not-made',
} as const;

export type PaymentRefundsItemProblem = {
  code: string;
  message: string;
};

export type PaymentRefundsItem = {
  refundKey?: string;
  refundId?: string;
  /**
     * Cents of EUR
     * @minimum 1
     * @maximum 99999999
     */
  amountCents: number;
  state: PaymentRefundsItemState;
  final: boolean;
  problem?: PaymentRefundsItemProblem;
};

export type PaymentProblem = {
  code: string;
  message: string;
};

export interface Payment {
  /**
     * The register's own id of the transaction: 1 to 64 letters, digits and . : _ -
     * @pattern ^[\w.:-]{1,64}$
     */
  key: string;
  /**
     * Grows with each change of the payment
     * @minimum -9007199254740991
     * @maximum 9007199254740991
     */
  rev: number;
  state: PaymentState;
  /** Nothing more is expected, though a late success is reported; `unknown` is never final */
  final: boolean;
  /**
     * Cents of EUR
     * @minimum 1
     * @maximum 99999999
     */
  amountCents: number;
  currency: 'EUR';
  /**
     * @minimum -9007199254740991
     * @maximum 9007199254740991
     */
  refundedCents: number;
  reference: string;
  paymentId?: string;
  /** @pattern ^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z))$ */
  expiresAt?: string;
  /** @pattern ^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z))$ */
  paidAt?: string;
  /** @pattern ^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z))$ */
  endedAt?: string;
  receipt: PaymentReceipt;
  refunds: PaymentRefundsItem[];
  training: boolean;
  problem?: PaymentProblem;
  /** @pattern ^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z))$ */
  createdAt: string;
  repeated?: true;
  /**
     * @minimum -9007199254740991
     * @maximum 9007199254740991
     */
  receiptNumber?: number;
}

export type RefusalBusyState = typeof RefusalBusyState[keyof typeof RefusalBusyState];


export const RefusalBusyState = {
  creating: 'creating',
  waiting: 'waiting',
  scanned: 'scanned',
  authorised: 'authorised',
  paid: 'paid',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'failed',
  voided: 'voided',
  unknown: 'unknown',
} as const;

/**
 * Present with `register.busy`: the payment that the till is busy with
 */
export type RefusalBusy = {
  /** Only for the register that charged it */
  key?: string;
  reference: string;
  /**
     * Cents of EUR
     * @minimum 1
     * @maximum 99999999
     */
  amountCents: number;
  state: RefusalBusyState;
};

export interface Refusal {
  /** Stable; docs/register.md, Codes */
  code: string;
  /** English, for the developer of the register */
  message: string;
  /** Present with `register.busy`: the payment that the till is busy with */
  busy?: RefusalBusy;
}

export type PairBody = {
  /** @pattern ^\d{6}$ */
  code: string;
  /** @pattern ^[^\p{C}]{1,40}$ */
  name: string;
};

export type Pair201 = {
  id: string;
  name: string;
  /** Shown this once. Sent with each request: Authorization: Bearer … */
  token: string;
  /** SHA-256 of the certificate, on the network of the shop */
  fingerprint?: string;
};

export type ChargeBodyCurrency = typeof ChargeBodyCurrency[keyof typeof ChargeBodyCurrency];


export const ChargeBodyCurrency = {
  EUR: 'EUR',
} as const;

export type ChargeBody = {
  /**
     * Cents of EUR
     * @minimum 1
     * @maximum 99999999
     */
  amountCents: number;
  currency: ChargeBodyCurrency;
  /**
     * At most 35 characters of the SEPA extended set: Latin, Greek and Cyrillic letters, digits, the punctuation of a keyboard; no emoji, no line break
     * @maxLength 35
     */
  reference?: string;
  /**
     * At most 140 characters of the SEPA extended set: Latin, Greek and Cyrillic letters, digits, the punctuation of a keyboard; no emoji, no line break
     * @maxLength 140
     */
  description?: string;
};

export type GetPaymentParams = {
/**
 * @minimum 0
 * @maximum 9007199254740991
 */
after?: number;
/**
 * @minimum 0
 * @maximum 60
 */
wait?: number;
};

export type RefundBody = {
  /**
     * Cents of EUR
     * @minimum 1
     * @maximum 99999999
     */
  amountCents: number;
  /**
     * At most 140 characters of the SEPA extended set: Latin, Greek and Cyrillic letters, digits, the punctuation of a keyboard; no emoji, no line break
     * @maxLength 140
     */
  reason?: string;
};

export type GetStatus200Service = typeof GetStatus200Service[keyof typeof GetStatus200Service];


export const GetStatus200Service = {
  online: 'online',
  offline: 'offline',
  unknown: 'unknown',
} as const;

export type GetStatus200BusyState = typeof GetStatus200BusyState[keyof typeof GetStatus200BusyState];


export const GetStatus200BusyState = {
  creating: 'creating',
  waiting: 'waiting',
  scanned: 'scanned',
  authorised: 'authorised',
  paid: 'paid',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'failed',
  voided: 'voided',
  unknown: 'unknown',
} as const;

/**
 * The payment that this POS is busy with; another register or a cashier may have begun it
 */
export type GetStatus200Busy = {
  /** Only for the register that charged it */
  key?: string;
  reference: string;
  /**
     * Cents of EUR
     * @minimum 1
     * @maximum 99999999
     */
  amountCents: number;
  state: GetStatus200BusyState;
};

export type GetStatus200Problem = {
  code: string;
  message: string;
};

export type GetStatus200 = {
  training: boolean;
  shopName: string;
  posId: string;
  /** False while the till would not charge; `problem` is the reason */
  ready: boolean;
  service: GetStatus200Service;
  /** The payment that this POS is busy with; another register or a cashier may have begun it */
  busy?: GetStatus200Busy;
  problem?: GetStatus200Problem;
};

export type HTTPStatusCode1xx = 100 | 101 | 102 | 103;
export type HTTPStatusCode2xx = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207;
export type HTTPStatusCode3xx = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;
export type HTTPStatusCode4xx = 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418 | 419 | 420 | 421 | 422 | 423 | 424 | 426 | 428 | 429 | 431 | 451;
export type HTTPStatusCode5xx = 500 | 501 | 502 | 503 | 504 | 505 | 507 | 511;
export type HTTPStatusCodes = HTTPStatusCode1xx | HTTPStatusCode2xx | HTTPStatusCode3xx | HTTPStatusCode4xx | HTTPStatusCode5xx;

export type pairResponse201 = {
  data: Pair201
  status: 201
}

export type pairResponse4xx = {
  data: Refusal
  status: HTTPStatusCode4xx
}

export type pairResponse5xx = {
  data: Refusal
  status: HTTPStatusCode5xx
}

export type pairResponseSuccess = (pairResponse201) & {
  headers: Headers;
};
export type pairResponseError = (pairResponse4xx | pairResponse5xx) & {
  headers: Headers;
};

export type pairResponse = (pairResponseSuccess | pairResponseError)

export const getPairUrl = () => {




  return `${process.env['TILL_URL']}/v1/pair`
}

/**
 * @summary Pair with the six digits on the screen of the till
 */
export const pair = async (pairBody: PairBody, options?: RequestInit): Promise<pairResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
const res = await fetch(getPairUrl(),
  {
    ...options,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(pairBody)
  }
)


  const body = [204, 205, 304].includes(res.status) ? null : await res.text();

  const data: pairResponse['data'] = body ? JSON.parse(body) : {}
  return { data, status: res.status, headers: res.headers } as pairResponse
}



export type chargeResponse200 = {
  data: Payment
  status: 200
}

export type chargeResponse202 = {
  data: Payment
  status: 202
}

export type chargeResponse4xx = {
  data: Refusal
  status: HTTPStatusCode4xx
}

export type chargeResponse5xx = {
  data: Refusal
  status: HTTPStatusCode5xx
}

export type chargeResponseSuccess = (chargeResponse200 | chargeResponse202) & {
  headers: Headers;
};
export type chargeResponseError = (chargeResponse4xx | chargeResponse5xx) & {
  headers: Headers;
};

export type chargeResponse = (chargeResponseSuccess | chargeResponseError)

export const getChargeUrl = (key: string,) => {




  return `${process.env['TILL_URL']}/v1/payments/${key}`
}

/**
 * @summary Charge
 */
export const charge = async (key: string,
    chargeBody: ChargeBody, options?: RequestInit): Promise<chargeResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
const res = await fetch(getChargeUrl(key),
  {
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(chargeBody)
  }
)


  const body = [204, 205, 304].includes(res.status) ? null : await res.text();

  const data: chargeResponse['data'] = body ? JSON.parse(body) : {}
  return { data, status: res.status, headers: res.headers } as chargeResponse
}



export type getPaymentResponse200 = {
  data: Payment
  status: 200
}

export type getPaymentResponse4xx = {
  data: Refusal
  status: HTTPStatusCode4xx
}

export type getPaymentResponse5xx = {
  data: Refusal
  status: HTTPStatusCode5xx
}

export type getPaymentResponseSuccess = (getPaymentResponse200) & {
  headers: Headers;
};
export type getPaymentResponseError = (getPaymentResponse4xx | getPaymentResponse5xx) & {
  headers: Headers;
};

export type getPaymentResponse = (getPaymentResponseSuccess | getPaymentResponseError)

export const getGetPaymentUrl = (key: string,
    params?: GetPaymentParams,) => {
  const normalizedParams = new URLSearchParams();

  Object.entries(params || {}).forEach(([key, value]) => {

    if (value !== undefined) {
      normalizedParams.append(key, value === null ? 'null' : String(value))
    }
  });

  const stringifiedParams = normalizedParams.toString();

  return stringifiedParams.length > 0 ? `${process.env['TILL_URL']}/v1/payments/${key}?${stringifiedParams}` : `${process.env['TILL_URL']}/v1/payments/${key}`
}

/**
 * @summary One payment; with after and wait once its rev is above after, or as it is after so many seconds
 */
export const getPayment = async (key: string,
    params?: GetPaymentParams, options?: RequestInit): Promise<getPaymentResponse> => {

  const res = await fetch(getGetPaymentUrl(key,params),
  {
    ...options,
    method: 'GET'


  }
)


  const body = [204, 205, 304].includes(res.status) ? null : await res.text();

  const data: getPaymentResponse['data'] = body ? JSON.parse(body) : {}
  return { data, status: res.status, headers: res.headers } as getPaymentResponse
}



export type cancelResponse202 = {
  data: Payment
  status: 202
}

export type cancelResponse4xx = {
  data: Refusal
  status: HTTPStatusCode4xx
}

export type cancelResponse5xx = {
  data: Refusal
  status: HTTPStatusCode5xx
}

export type cancelResponseSuccess = (cancelResponse202) & {
  headers: Headers;
};
export type cancelResponseError = (cancelResponse4xx | cancelResponse5xx) & {
  headers: Headers;
};

export type cancelResponse = (cancelResponseSuccess | cancelResponseError)

export const getCancelUrl = (key: string,) => {




  return `${process.env['TILL_URL']}/v1/payments/${key}/cancel`
}

/**
 * @summary Ask to cancel: the payment ends as cancelled or paid
 */
export const cancel = async (key: string, options?: RequestInit): Promise<cancelResponse> => {

  const res = await fetch(getCancelUrl(key),
  {
    ...options,
    method: 'POST'


  }
)


  const body = [204, 205, 304].includes(res.status) ? null : await res.text();

  const data: cancelResponse['data'] = body ? JSON.parse(body) : {}
  return { data, status: res.status, headers: res.headers } as cancelResponse
}



export type refundResponse200 = {
  data: Payment
  status: 200
}

export type refundResponse202 = {
  data: Payment
  status: 202
}

export type refundResponse4xx = {
  data: Refusal
  status: HTTPStatusCode4xx
}

export type refundResponse5xx = {
  data: Refusal
  status: HTTPStatusCode5xx
}

export type refundResponseSuccess = (refundResponse200 | refundResponse202) & {
  headers: Headers;
};
export type refundResponseError = (refundResponse4xx | refundResponse5xx) & {
  headers: Headers;
};

export type refundResponse = (refundResponseSuccess | refundResponseError)

export const getRefundUrl = (key: string,
    refundKey: string,) => {




  return `${process.env['TILL_URL']}/v1/payments/${key}/refunds/${refundKey}`
}

/**
 * @summary Refund all or a part of the payment
 */
export const refund = async (key: string,
    refundKey: string,
    refundBody: RefundBody, options?: RequestInit): Promise<refundResponse> => {

    const getHeaders = (h?: NonNullable<RequestInit['headers']>): Record<string, string | readonly string[]> => {
    if (!h) return {};
    if (h instanceof Headers) return Object.fromEntries(h.entries());
    if (Symbol.iterator in h) {
      return Object.fromEntries(
        Array.from(h as Iterable<Iterable<string>>, (entry) => Array.from(entry) as [string, string]),
      );
    }
    const headers: Record<string, string | readonly string[]> = {};
    for (const [name, value] of Object.entries<string | readonly string[] | undefined>(h)) {
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
const res = await fetch(getRefundUrl(key,refundKey),
  {
    ...options,
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...getHeaders(options?.headers) },
    body: JSON.stringify(refundBody)
  }
)


  const body = [204, 205, 304].includes(res.status) ? null : await res.text();

  const data: refundResponse['data'] = body ? JSON.parse(body) : {}
  return { data, status: res.status, headers: res.headers } as refundResponse
}



export type getLastResponse200 = {
  data: Payment
  status: 200
}

export type getLastResponse4xx = {
  data: Refusal
  status: HTTPStatusCode4xx
}

export type getLastResponse5xx = {
  data: Refusal
  status: HTTPStatusCode5xx
}

export type getLastResponseSuccess = (getLastResponse200) & {
  headers: Headers;
};
export type getLastResponseError = (getLastResponse4xx | getLastResponse5xx) & {
  headers: Headers;
};

export type getLastResponse = (getLastResponseSuccess | getLastResponseError)

export const getGetLastUrl = () => {




  return `${process.env['TILL_URL']}/v1/last`
}

/**
 * @summary The payment that this register charged last
 */
export const getLast = async ( options?: RequestInit): Promise<getLastResponse> => {

  const res = await fetch(getGetLastUrl(),
  {
    ...options,
    method: 'GET'


  }
)


  const body = [204, 205, 304].includes(res.status) ? null : await res.text();

  const data: getLastResponse['data'] = body ? JSON.parse(body) : {}
  return { data, status: res.status, headers: res.headers } as getLastResponse
}



export type getStatusResponse200 = {
  data: GetStatus200
  status: 200
}

export type getStatusResponse4xx = {
  data: Refusal
  status: HTTPStatusCode4xx
}

export type getStatusResponse5xx = {
  data: Refusal
  status: HTTPStatusCode5xx
}

export type getStatusResponseSuccess = (getStatusResponse200) & {
  headers: Headers;
};
export type getStatusResponseError = (getStatusResponse4xx | getStatusResponse5xx) & {
  headers: Headers;
};

export type getStatusResponse = (getStatusResponseSuccess | getStatusResponseError)

export const getGetStatusUrl = () => {




  return `${process.env['TILL_URL']}/v1/status`
}

/**
 * @summary The till
 */
export const getStatus = async ( options?: RequestInit): Promise<getStatusResponse> => {

  const res = await fetch(getGetStatusUrl(),
  {
    ...options,
    method: 'GET'


  }
)


  const body = [204, 205, 304].includes(res.status) ? null : await res.text();

  const data: getStatusResponse['data'] = body ? JSON.parse(body) : {}
  return { data, status: res.status, headers: res.headers } as getStatusResponse
}



export type getEventsResponse200 = {
  data: string
  status: 200
}

export type getEventsResponse4xx = {
  data: Refusal
  status: HTTPStatusCode4xx
}

export type getEventsResponse5xx = {
  data: Refusal
  status: HTTPStatusCode5xx
}

export type getEventsResponseSuccess = (getEventsResponse200) & {
  headers: Headers;
};
export type getEventsResponseError = (getEventsResponse4xx | getEventsResponse5xx) & {
  headers: Headers;
};

export type getEventsResponse = (getEventsResponseSuccess | getEventsResponseError)

export const getGetEventsUrl = () => {




  return `${process.env['TILL_URL']}/v1/events`
}

/**
 * @summary Changes of the payments of this register, as Server-Sent Events: payment, and ping each 15 s
 */
export const getEvents = async ( options?: RequestInit): Promise<getEventsResponse> => {

  const res = await fetch(getGetEventsUrl(),
  {
    ...options,
    method: 'GET'


  }
)

  const contentType = (res.headers.get('content-type') ?? '').toLowerCase();
  const body = [204, 205, 304].includes(res.status) ? null : await res.text();

  const data: getEventsResponse['data'] = body ? (contentType.includes('json') ? JSON.parse(body) : body) : {}
  return { data, status: res.status, headers: res.headers } as getEventsResponse
}
