import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { TillError, toTillError } from '../../base/till-error.ts';
import type { createFailureBudget, RefusalLog } from '../../callback/refusals.ts';
import { type TillStatus, tillStatus } from '../register-payment.ts';

/** Body of a refused request; the till has done nothing. */
export const refusal = z
  .object({
    code: z.string().describe('Stable; docs/register.md, Codes'),
    message: z.string().describe('English, for the developer of the register'),
    busy: tillStatus.shape.busy.describe('Present with `register.busy`: the payment that the till is busy with'),
  })
  .meta({ id: 'Refusal' });

/** All other codes: 503 if a repeat may succeed, otherwise 422. */
const STATUS: Readonly<Record<string, number>> = {
  internal: 500,
  'register.request': 400,
  'register.token': 401,
  'register.stranger': 403,
  'register.code': 403,
  'register.no-pairing': 403,
  'register.unknown-key': 404,
  'register.no-route': 404,
  'register.busy': 409,
  'register.other-body': 409,
  'register.key-used': 409,
  'register.name-taken': 409,
  'register.too-many': 409,
};
const STRANGERS: ReadonlySet<number> = new Set([401, 403, 404]);
/** The till is not open, is closing, or cannot write. */
const LATER = /^(settings|keychain|journal|terminal)[.]|^(sale|refund)[.]closed$|^update[.]installing$/;
const TOO_MANY = new TillError('register.too-many-requests', 'Too many failed requests from this address');

interface Refusing {
  readonly refusals: RefusalLog;
  readonly budget: ReturnType<typeof createFailureBudget>;
  busyFor(request: FastifyRequest): TillStatus['busy'];
}

/** Strangers learn nothing about the till, and their connections are closed. */
export function refusing({ refusals, budget, busyFor }: Refusing) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refused = refusedAs(thrown);
    // Mistakes of a register, or of other programs on its machine, must not lock the register out.
    const isUnproven = request.register === undefined;
    const isTooMany = isUnproven && STRANGERS.has(refused.status) && budget.spent(request.ip);
    const { status, error } = isTooMany ? { status: 429, error: TOO_MANY } : refused;
    if (status !== 409 && status !== 422)
      refusals.note(error.code, 'Register request refused', { status, host: request.ip, thrown });
    if (status === 503 || status === 429)
      reply.header('retry-after', String(Math.ceil((error.retryAfterMs ?? (status === 429 ? 60_000 : 5_000)) / 1_000)));
    if (status !== 404 && (STRANGERS.has(status) || isTooMany)) reply.header('connection', 'close');
    const { code } = error;
    const message = code === 'internal' ? 'Internal error of the till' : error.message;
    const busy = code === 'register.busy' ? busyFor(request) : undefined;
    return reply.code(status).send({ code, message, ...omitUndefined({ busy }) });
  };
}

function refusedAs(thrown: unknown): { readonly status: number; readonly error: TillError } {
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    const [first] = thrown.validation;
    const field = first?.instancePath.slice(1).replaceAll('/', '.') || undefined;
    const message = [field ?? [], first?.message].flat().join(': ');
    return { status: 400, error: new TillError('register.request', message, omitUndefined({ field })) };
  }
  const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
  if (status === 415)
    return { status, error: new TillError('register.request', 'The header must be Content-Type: application/json') };
  if (status >= 400 && status < 500)
    return { status, error: new TillError('register.request', 'Request unreadable', { cause: thrown }) };
  const error = toTillError(thrown);
  return { status: STATUS[error.code] ?? (error.retryable || LATER.test(error.code) ? 503 : 422), error };
}
