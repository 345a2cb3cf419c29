import { z } from 'zod';
import type { TillErrorDetails } from '../base/till-error.ts';
import { fault } from './fault.ts';
import type { WireAnswer } from './transport.ts';

/** The body of an answer, as far as it can be read. */
export type Body =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly why: string };

export function bodyOf(answer: WireAnswer): Body {
  if (answer.body.length === 0) return { kind: 'empty' };
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return { kind: 'unreadable', why: `content encoding ${encoding}` };
  try {
    return { kind: 'json', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body)) };
  } catch (thrown) {
    const type = answer.headers['content-type'] ?? 'no content type';
    return { kind: 'unreadable', why: `${thrown instanceof Error ? thrown.name : 'not JSON'}, ${type}` };
  }
}

/**
 * The value of a 2xx answer.
 * @throws TillError `answer.unreadable` or `answer.schema`, with the trace id wherever the answer carries one; the
 * service may have acted.
 */
export function checkedValue<Schema extends z.ZodType>(schema: Schema, answer: WireAnswer): z.output<Schema> {
  const body = bodyOf(answer);
  // Made only for a fault: finding the trace id reads the body once more.
  const facts = (): TillErrorDetails => ({ ...traceOf(answer), acted: 'maybe', status: answer.status });
  if (body.kind === 'empty') throw fault('answer.unreadable', 'empty', facts());
  if (body.kind === 'unreadable') throw fault('answer.unreadable', body.why, facts());
  const result = schema.safeParse(body.value);
  if (result.success) return result.data;
  const places = result.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`);
  throw fault('answer.schema', places.join('; '), facts());
}

/** The service's error body (spec: Error body); every member may be missing where the spec shows no body. */
export const errorBody = z.looseObject({
  code: z.string().nullish(),
  message: z.string().nullish(),
  traceId: z.string().nullish(),
  spanId: z.string().nullish(),
});

const TRACE_HEADERS = ['x-trace-id', 'x-b3-traceid', 'x-request-id', 'x-correlation-id'];

/** Trace and span of an answer, from its body or its headers. */
export function traceOf(answer: WireAnswer): { traceId?: string; spanId?: string } {
  const body = bodyOf(answer);
  const told = body.kind === 'json' ? errorBody.safeParse(body.value).data : undefined;
  const parent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(answer.headers['traceparent'] ?? '');
  const header = TRACE_HEADERS.map((name) => answer.headers[name]).find((value) => value !== undefined);
  const traceId = told?.traceId ?? parent?.[1] ?? header;
  const spanId = told?.spanId ?? parent?.[2];
  return {
    ...(traceId ? { traceId: traceId.slice(0, 200) } : {}),
    ...(spanId ? { spanId: spanId.slice(0, 200) } : {}),
  };
}

/** The start of an answer's body for the log. */
export function excerptOf(answer: WireAnswer): string {
  return new TextDecoder().decode(answer.body.subarray(0, 2_000));
}
