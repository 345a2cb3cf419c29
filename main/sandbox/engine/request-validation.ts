import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Clock } from '../clock.ts';
import type { Choices } from '../open-points.ts';
import type { Operation } from './operations.ts';
import { invalidCodes, Refusal, type RefusalCode } from './refusal.ts';
import type { Schema } from './request-schemas.ts';

export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

/** Compiled schemas, shared by engines with the same choices: compiling takes milliseconds, validating microseconds. */
const compiledBy = new Map<string, Map<Schema, ValidateFunction>>();

// The schemas are our own: compiling the meta-schema takes longer than compiling all of them.
const options = { allErrors: true, strict: false, validateFormats: false, validateSchema: false, meta: false };
const values = new Ajv(options);
const texts = new Ajv({ ...options, coerceTypes: true, useDefaults: true });

/** Schemas are compiled on first use. Returns the query's numbers and defaults. Throws `Refusal`. */
export function createRequestValidation(choices: Choices) {
  const { minimumAmount, callbackAddresses, staticQrCallbackUrls, unknownFields } = choices;
  const inSchemas = JSON.stringify([minimumAmount, callbackAddresses, staticQrCallbackUrls, unknownFields]);
  const compiled = compiledBy.get(inSchemas) ?? new Map<Schema, ValidateFunction>();
  compiledBy.set(inSchemas, compiled);

  const faultOf = (ajv: Ajv, schema: Schema | undefined, value: unknown): Fault | undefined => {
    if (!schema) return undefined;
    const validate = compiled.get(schema) ?? ajv.compile(withChoices(schema, choices));
    compiled.set(schema, validate);
    return validate(value) ? undefined : describe(value, validate.errors ?? []);
  };

  return (operation: Operation, parts: RequestParts): RequestParts => {
    const params = faultOf(texts, operation.params, { ...parts.params });
    if (params) throw wrongPath(operation, params.message);

    const query = { ...parts.query };
    const rest =
      faultOf(texts, operation.query, query) ??
      faultOf(values, operation.headers, headersOf(parts)) ??
      faultOf(values, operation.body, parts.body);
    if (rest) throw new Refusal(operation.api === 'payment' ? rest.code : invalidCodes[operation.api], rest.message);
    return { ...parts, query };
  };
}

/** Reading a payment has no documented 400 (docs/service.md, Errors), so a malformed id is not found. */
function wrongPath(operation: Operation, fault: string): Refusal {
  const hasNoBody = operation.api === 'payment' && operation.body === undefined;
  return new Refusal(hasNoBody ? 'PAYMENT_NOT_FOUND' : invalidCodes[operation.api], fault);
}

function headersOf({ idempotencyKey }: RequestParts): object {
  return idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
}

function withChoices(schema: Schema, choices: Choices): Schema {
  const properties = { ...(schema['properties'] as Record<string, Schema>) };
  const amount = properties['amount'];
  if (amount && 'maximum' in amount) properties['amount'] = { ...amount, minimum: choices.minimumAmount };
  if (choices.callbackAddresses === 'published-pattern' && 'returnUrl' in properties) {
    for (const name of ['identifyCallbackUrl', 'callbackUrl', 'returnUrl']) {
      properties[name] = { ...properties[name], pattern: PUBLISHED_ADDRESS };
    }
  }
  if (choices.staticQrCallbackUrls === 'https' && 'posId' in properties) {
    for (const name of ['identifyCallbackUrl', 'callbackUrl']) {
      properties[name] = { ...properties[name], pattern: '^https://[^\\s/]+' };
    }
  }
  const closed = choices.unknownFields === 'refused' ? { additionalProperties: false } : {};
  return { ...schema, ...closed, properties };
}

/** Address pattern of the provider's own OpenAPI for operation 4. */
const PUBLISHED_ADDRESS = '^https://([A-Za-z0-9-]+\\.)+[A-Za-z]{2,}(:\\d+)?(/\\S*)?$';

interface Fault {
  readonly code: RefusalCode;
  readonly message: string;
}

function describe(value: unknown, errors: readonly ErrorObject[]): Fault {
  const place = (path: string) => path.slice(1).replaceAll('/', '.') || 'request';
  const message = errors.map(({ instancePath, message = 'is not valid' }) => `${place(instancePath)} ${message}`);
  const isRequired = errors.some(({ keyword }) => keyword === 'required');
  const code = value === undefined ? 'BODY_MISSING' : isRequired ? 'FIELD_IS_REQUIRED' : 'FIELD_IS_INVALID';
  return { code, message: message.join('; ') };
}

/** Refuses (429) a profile's calls beyond the limit per second of the wall clock; 0 means no limit. */
export function createRateLimit(clock: Clock, choices: Choices): (profileId: string) => void {
  const { rateLimitPerSecond: perSecond, retryAfter } = choices;
  const headers = retryAfter === 'present' ? { 'Retry-After': '1' } : {};
  const seen = new Map<string, { second: number; calls: number }>();
  return (profileId) => {
    if (perSecond === 0) return;
    const second = Math.floor(clock.now() / 1000);
    const window = seen.get(profileId);
    const calls = window?.second === second ? window.calls + 1 : 1;
    seen.set(profileId, { second, calls });
    if (calls > perSecond) {
      throw new Refusal('TOO_MANY_REQUESTS', `More than ${perSecond} calls a second`, { headers });
    }
  };
}
