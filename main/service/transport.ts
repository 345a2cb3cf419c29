/**
 * One exchange on the wire. The real one is `undici-transport.ts`; the simulation brings its own.
 * A transport never repeats a request by itself and never follows a redirect.
 */
export interface Transport {
  /**
   * Sends one request and reads the whole answer.
   * @throws TillError `network.*`, `answer.too-large` or `aborted`; `acted` is `no` only where not one byte of the
   * request can have reached the service.
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Scheme, host and port, such as `https://pay.example`. */
  readonly origin: string;
  /** Absolute path without query. */
  readonly path: string;
  /** Query without the question mark; empty for none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text to send, as UTF-8; undefined for no body. */
  readonly body?: string | undefined;
  /** An answer with more bytes than this is refused. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
