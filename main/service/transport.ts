/**
 * Sends one request and gets one response. The real one is `undici-transport.ts`; the simulation has its own.
 * A transport never repeats a request by itself and never follows a redirect.
 */
export interface Transport {
  /**
   * Sends one request and reads the whole response.
   * @throws TillError `network.*`, `answer.too-large` or `aborted`. Its `acted` is `no` only if no byte of the request
   * can have reached the service.
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
  /** A response with a longer body than this is refused. Bytes. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
