import { z } from 'zod';
import type { TillErrorDetails } from '../base/till-error.ts';
import { serviceError } from './service-error.ts';
import type { HttpResponse } from './transport.ts';

type Body =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly why: string };

export function bodyOf(response: HttpResponse): Body {
  if (response.body.length === 0) return { kind: 'empty' };
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return { kind: 'unreadable', why: `content encoding ${named(encoding)}` };
  try {
    return { kind: 'json', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(response.body)) };
  } catch (thrown) {
    const type = response.headers['content-type'];
    const typeText = type === undefined ? 'no content type' : named(type);
    return { kind: 'unreadable', why: `${thrown instanceof Error ? thrown.name : 'not JSON'}, ${typeText}` };
  }
}

/** Returns the type or encoding in a header without parameters. Any other text may be private and is replaced. */
function named(header: string): string {
  return /^[\w.+-]{1,60}(?:\/[\w.+-]{1,60})?(?=\s*(?:;|$))/.exec(header)?.[0] ?? 'unknown value';
}

/** Throws TillError `answer.unreadable` or `answer.schema`; the service may have acted. */
export function checkedValue<Schema extends z.ZodType>(schema: Schema, response: HttpResponse): z.output<Schema> {
  const body = bodyOf(response);
  // Evaluated for errors only: the trace id needs a second parse of the body.
  const facts = (): TillErrorDetails => ({ ...traceOf(response), acted: 'maybe', status: response.status });
  if (body.kind === 'empty') throw serviceError('answer.unreadable', 'empty', facts());
  if (body.kind === 'unreadable') throw serviceError('answer.unreadable', body.why, facts());
  const result = schema.safeParse(body.value);
  if (result.success) return result.data;
  const places = result.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`);
  throw serviceError('answer.schema', places.join('; '), { ...facts(), cause: result.error });
}

/** docs/service.md, Errors. Any member may be missing: some errors have no specified body. */
export const errorBody = z.looseObject({
  code: z.string().nullish(),
  message: z.string().nullish(),
  traceId: z.string().nullish(),
  spanId: z.string().nullish(),
});

const TRACE_HEADERS = ['x-trace-id', 'x-b3-traceid', 'x-request-id', 'x-correlation-id'];

export function traceOf(response: HttpResponse): { traceId?: string; spanId?: string } {
  const body = bodyOf(response);
  const reported = body.kind === 'json' ? errorBody.safeParse(body.value).data : undefined;
  const headers = traceOfHeaders(response);
  return traceIds(reported?.traceId ?? headers.traceId, reported?.spanId ?? headers.spanId);
}

/** The body of a successful response has no trace id. */
export function traceOfHeaders({ headers }: Pick<HttpResponse, 'headers'>): { traceId?: string; spanId?: string } {
  const parent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(headers['traceparent'] ?? '');
  const header = TRACE_HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
  return traceIds(parent?.[1] ?? header, parent?.[2]);
}

function traceIds(traceId: string | undefined, spanId: string | undefined): { traceId?: string; spanId?: string } {
  return {
    ...(traceId ? { traceId: traceId.slice(0, 200) } : {}),
    ...(spanId ? { spanId: spanId.slice(0, 200) } : {}),
  };
}

export function excerptOf(response: HttpResponse): string {
  return new TextDecoder().decode(response.body.subarray(0, 2_000));
}
