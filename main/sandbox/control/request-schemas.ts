import { operationNames } from '../engine/operations.ts';
import { appearances, faultKinds, losses } from '../http/fault-injection.ts';

/** JSON schemas of the control panel's requests. */

const text = { type: 'string' };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
/** ms, a day at most. */
const lasting = { type: 'integer', minimum: 1, maximum: 86_400_000 };

/** Parameters of a path with an id and one of some words. */
export function oneOf(name: string, values: readonly string[]): object {
  return { type: 'object', properties: { id: text, [name]: { type: 'string', enum: values } } };
}

export const fault = closed(
  {
    operation: { type: 'string', enum: ['*', ...operationNames] },
    kind: { type: 'string', enum: faultKinds },
    times: count,
    skip: count,
    ms: { type: 'integer', minimum: 0, maximum: 600_000 },
    status: { type: 'integer', minimum: 200, maximum: 599 },
    // Sent as a header as it is, so it must not contain a line break.
    retryAfter: { type: 'string', pattern: '^[\\x20-\\x7e]*$' },
    afterActing: flag,
    lose: { type: 'string', enum: losses },
    as: { type: 'string', enum: appearances },
    forMs: lasting,
  },
  ['operation', 'kind'],
);

/** `POST /service/down` without a body takes the service down until `POST /service/up`. */
export const outage = { ...closed({ forMs: lasting }), type: ['object', 'null'] };

export const rotation = closed({ forget: flag });

export const clock = closed({ offsetMs: { type: 'integer' } }, ['offsetMs']);

export const callbackFaults = closed({
  repeat: { ...count, maximum: 10 },
  shuffleMs: { ...count, maximum: 600_000 },
  drop: count,
});

export const profile = closed({
  profileId: { type: 'string', minLength: 24, maxLength: 24 },
  merchantId: { type: 'string', minLength: 24, maxLength: 24 },
  name: { type: 'string', minLength: 1 },
  bulking: flag,
  bulkId: { type: 'string', maxLength: 35 },
  identifyCallbackUrl: { type: 'string', pattern: '^https?://' },
  callbackUrl: { type: 'string', pattern: '^https?://' },
  synchronousCallback: flag,
  acknowledgement: flag,
  integratorId: text,
});

export const publicJwk = closed(
  { kty: { const: 'EC' }, crv: { const: 'P-256' }, x: text, y: text, kid: text, use: text, alg: text },
  ['kty', 'crv', 'x', 'y', 'kid'],
);

function closed(properties: object, required: readonly string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: false };
}
