import type { HttpRequest, HttpResponse } from '../../../main/service/transport.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SeededDraw } from '../world/seeded-draw.ts';
import type { World } from '../world/simulated-world.ts';
import type { RequestedOperation } from './request-faults.ts';

const PAGE = '<!doctype html><title>Sign in</title><h1>Welcome to the shopping centre</h1>';

/** Genuine responses, damaged on the way back. */
export const broken = {
  'broken-json': (answer: HttpResponse) => ({
    ...answer,
    body: answer.body.slice(0, Math.floor(answer.body.length * 0.7)),
  }),
  empty: (answer: HttpResponse) => ({ ...answer, body: new Uint8Array() }),
  'html-acted': (answer: HttpResponse) => ({
    ...answer,
    headers: { ...answer.headers, 'content-type': 'text/html' },
    body: bytes(PAGE),
  }),
  schema: (answer: HttpResponse) =>
    edited(answer, (body) => {
      delete body['paymentId'];
      delete body['totalPages'];
    }),
};

/** A page from a third party in place of the service's response. */
export function foreign(status: number, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers: { 'content-type': 'text/html', ...headers }, body: bytes(PAGE) };
}

const DENIALS = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'ACCESS_DENIED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'REFUSED',
} as const;
const DENIED = [400, 401, 403, 404, 409, 422] as const;

/**
 * A refusal of a request that the service may have acted on before. Comes from the service, or as a page from a
 * gateway.
 */
export function denial(
  draw: SeededDraw,
  service: SimulatedService,
  request: HttpRequest,
  kind: 'denied' | 'denied-page',
): HttpResponse {
  const status = draw.of(DENIED);
  if (kind === 'denied-page') return foreign(status);
  const answer = service.answer(request, status, {
    code: DENIALS[status],
    message: 'refused',
    traceId: 'trace',
    spanId: 'span',
  });
  return draw.chance(0.5) ? unsigned(answer) : answer;
}

/** A `Retry-After` in any form; undefined: without the header. */
export function retryAfter(draw: SeededDraw, serviceNow: number): string | undefined {
  const seconds = draw.of([0, 1, 2, 7, 12, 45]);
  const shape = draw.weighted({ seconds: 4, date: 3, past: 1, huge: 1, nonsense: 2, none: 3 });
  switch (shape) {
    case 'seconds':
      return String(seconds);
    case 'date':
      return new Date(serviceNow + seconds * 1_000).toUTCString();
    case 'past':
      return new Date(serviceNow - 60_000).toUTCString();
    case 'huge':
      return draw.of(['86400', '99999999999999', new Date(serviceNow + 30 * 86_400_000).toUTCString()]);
    case 'nonsense':
      return draw.of(['soon', '-5', '1.5', '', '1e3', '0x10', '2026-11-21', 'Fri, 99 Nov 2026 25:61:61 GMT']);
    case 'none':
      return undefined;
  }
}

interface Liar {
  readonly world: World;
  readonly service: SimulatedService;
  readonly request: HttpRequest;
  readonly requested: RequestedOperation;
  readonly act: () => HttpResponse;
}

/** Well-formed responses that are false or whose signature proves nothing. */
export const lies = {
  'other-payment': otherPayment,
  'other-amount': ({ act }: Liar) =>
    edited(act(), (body) => {
      if (typeof body['amount'] === 'number') body['amount'] += 1;
    }),
  'search-unfiltered': unfiltered,
  'unknown-status': ({ act }: Liar) =>
    edited(act(), (body) => {
      if (isUnderWay(body['status'])) body['status'] = 'ON_HOLD';
    }),
  'ended-too-soon': endedTooSoon,
  'hollow-cancel': hollowCancel,
  unsigned: ({ act }: Liar) => unsigned(act()),
  forged: ({ world, requested, act }: Liar) =>
    unsigned(
      edited(act(), (body) => {
        body['status'] = world.draw.of(['REFUNDED', 'FAILED']);
        if (requested.operation === 'refund' && world.draw.chance(0.5)) body['refundId'] = 'e'.repeat(24);
      }),
    ),
  'other-refund': otherRefund,
};

/** The response of a different payment, as mixed up by a cache or proxy. */
function otherPayment({ world, service, requested, act }: Liar): HttpResponse {
  const others = service.creations.map(({ payment }) => payment);
  const other = others[world.draw.between(0, Math.max(0, others.length - 1))];
  return edited(act(), (body) => {
    if (typeof body['code'] === 'string') return;
    const paymentId = other?.paymentId ?? '0'.repeat(24);
    let isSame = body['paymentId'] === paymentId;
    body['paymentId'] = isSame ? 'f'.repeat(24) : paymentId;
    if (requested.operation !== 'create') return;
    // The response to a creation is proof: a wrong response with equal fields could not be detected, so some field must
    // differ.
    const kept = (reference: unknown) => service.kept(String(reference));
    isSame ||= kept(other?.reference) === kept(body['reference']) && other?.amount === body['amount'];
    body['reference'] = isSame ? `${String(body['reference'])}x`.slice(-35) : (other?.reference ?? 'another');
    body['amount'] = isSame ? Number(body['amount']) + 1 : (other?.amount ?? 1);
  });
}

/** The service itself mixes up refunds or amounts, and signs the response. */
function otherRefund({ world, service, request, requested, act }: Liar): HttpResponse {
  const answer = act();
  const body = parsed(answer);
  if (typeof body['refundId'] !== 'string') return answer;
  const others = [...service.engine.store.refunds.values()].filter(
    ({ refundId, paymentId, amount }) =>
      refundId !== body['refundId'] &&
      (requested.operation === 'read-refund' || paymentId !== body['paymentId'] || amount !== body['amount']),
  );
  const other = others[world.draw.between(0, Math.max(0, others.length - 1))];
  const status = world.draw.of(['PENDING', 'REFUNDED', 'FAILED']);
  const told =
    other === undefined || world.draw.chance(0.4)
      ? { ...body, amount: Number(body['amount']) + 1, status }
      : { ...body, refundId: other.refundId, paymentId: other.paymentId, amount: other.amount, status };
  return service.answer(request, answer.status, told);
}

/** A search that ignores the reference: lists the newest payments of all tills. */
function unfiltered({ service, request, act }: Liar): HttpResponse {
  act();
  const { reference: _ignored, ...body } = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
  return service.act({ ...request, body: JSON.stringify(body) }, 'nobody');
}

/** How long after a payment's expiry a copy of the service's data may wrongly report the payment as expired, in ms. */
const COPY_LAG_MS = 8_000;

/** A copy of the data with the expiry but without the earlier authorisation. */
function endedTooSoon({ service, requested, act }: Liar): HttpResponse {
  const payment = service.payment(requested.paymentId ?? '');
  const since = payment === undefined ? -1 : service.now() - payment.expireAt;
  if (payment?.status !== 'AUTHORIZED' || since < 0 || since > COPY_LAG_MS) return act();
  return edited(act(), (body) => {
    body['status'] = 'EXPIRED';
  });
}

/** A cancellation accepted although the payer's bank has just authorised the payment. */
function hollowCancel({ service, request, requested, act }: Liar): HttpResponse {
  return service.payment(requested.paymentId ?? '')?.status === 'AUTHORIZED' ? service.answer(request, 204) : act();
}

function unsigned(answer: HttpResponse): HttpResponse {
  const { signaturebank: _refund, signature: _list, ...headers } = answer.headers;
  return { ...answer, headers };
}

function isUnderWay(status: unknown): boolean {
  return status === 'PENDING' || status === 'IDENTIFIED' || status === 'AUTHORIZED';
}

function edited(answer: HttpResponse, edit: (body: Record<string, unknown>) => void): HttpResponse {
  if (answer.body.length === 0) return answer;
  const body = parsed(answer);
  edit(body);
  return { ...answer, body: bytes(JSON.stringify(body)) };
}

function parsed(answer: HttpResponse): Record<string, unknown> {
  return answer.body.length === 0 ? {} : JSON.parse(new TextDecoder().decode(answer.body));
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
