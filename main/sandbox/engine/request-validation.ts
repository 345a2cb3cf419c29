import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Choices } from '../open-points.ts';
import type { Operation } from './operations.ts';
import { Refusal } from './refusal.ts';
import type { Schema } from './request-schemas.ts';

/** What a caller sends, before anything about it is believed. */
export interface Ask {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

export type Check = (operation: Operation, ask: Ask) => Ask;

/** Checks asks against the operation's schemas; throws `Refusal`. Schemas are compiled when they are first needed. */
export function createRequestValidation(choices: Choices): Check {
  const { body, text, compiled } = compilersFor(choices);

  const faultOf = (ajv: Ajv, schema: Schema | undefined, value: unknown): string | undefined => {
    if (!schema) return undefined;
    const validate = compiled.get(schema) ?? ajv.compile(picked(schema, choices));
    compiled.set(schema, validate);
    return validate(value) ? undefined : describe(validate.errors ?? []);
  };

  return (operation, ask) => {
    const params = faultOf(text, operation.params, { ...ask.params });
    if (params) throw wrongPath(operation, params);

    const query = { ...ask.query };
    const rest =
      faultOf(text, operation.query, query) ??
      faultOf(body, operation.headers, operation.headers && headersOf(ask)) ??
      faultOf(body, operation.body, ask.body);
    if (rest) throw new Refusal('BAD_REQUEST', rest);
    return { ...ask, query };
  };
}

interface Compilers {
  readonly body: Ajv;
  readonly text: Ajv;
  readonly compiled: Map<Schema, ValidateFunction>;
}

/** Compiling costs milliseconds and checking microseconds: engines with the same choices share what was compiled. */
const compilers = new Map<string, Compilers>();

function compilersFor({ minimumAmount, staticQrCallbackUrls, unknownFields }: Choices): Compilers {
  const picksThatCount = JSON.stringify([minimumAmount, staticQrCallbackUrls, unknownFields]);
  const known = compilers.get(picksThatCount);
  if (known) return known;
  const options = { allErrors: true, strict: false, validateFormats: false };
  const made = {
    body: new Ajv(options),
    text: new Ajv({ ...options, coerceTypes: true, useDefaults: true }),
    compiled: new Map<Schema, ValidateFunction>(),
  };
  compilers.set(picksThatCount, made);
  return made;
}

/** The spec documents no 400 for reading a payment: an id that cannot be one is one that is not found. */
function wrongPath(operation: Operation, fault: string): Refusal {
  const bodiless = operation.api === 'payment' && operation.body === undefined;
  return bodiless ? new Refusal('PAYMENT_NOT_FOUND', fault) : new Refusal('BAD_REQUEST', fault);
}

function headersOf(ask: Ask): Record<string, string> {
  return ask.idempotencyKey === undefined ? {} : { 'idempotency-key': ask.idempotencyKey };
}

/** A schema with the choices that bear on it. */
function picked(schema: Schema, choices: Choices): Schema {
  const properties = { ...(schema['properties'] as Record<string, Schema>) };
  const amount = properties['amount'];
  if (amount && 'maximum' in amount) properties['amount'] = { ...amount, minimum: choices.minimumAmount };
  if (choices.staticQrCallbackUrls === 'https' && 'posId' in properties) {
    for (const name of ['identifyCallbackUrl', 'callbackUrl']) {
      properties[name] = { ...properties[name], pattern: '^https://[^\\s/]+' };
    }
  }
  const closed = choices.unknownFields === 'refused' ? { additionalProperties: false } : {};
  return { ...schema, ...closed, properties };
}

function describe(errors: readonly ErrorObject[]): string {
  return errors
    .map(
      (error) => `${error.instancePath.slice(1).replaceAll('/', '.') || 'request'} ${error.message ?? 'is not valid'}`,
    )
    .join('; ');
}
