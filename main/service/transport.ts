/** Sends HTTP requests, without retries and redirects. */
export interface Transport {
  /** Throws `network.*`, `answer.too-large`, `aborted`. `acted: 'no'`: no byte can have reached the service. */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Scheme, host and port, such as `https://pay.example`. */
  readonly origin: string;
  readonly path: string;
  /** Query without the question mark; empty for none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text to send, as UTF-8; undefined for no body. */
  readonly body?: string | undefined;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
