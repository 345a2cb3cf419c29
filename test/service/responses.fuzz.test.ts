import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Operation } from '../../main/service/operations.ts';
import type { HttpResponse } from '../../main/service/transport.ts';
import fc from '../base/properties.ts';
import { createTill, json, signed } from './client-under-test.ts';
import { eachOperation, operationNames } from './each-operation.ts';

function withOther(value: unknown, path: readonly number[], put: unknown): unknown {
  const [index, ...rest] = path;
  if (index === undefined || typeof value !== 'object' || value === null) return put;
  const members = Object.entries(value);
  const chosen = members[index % Math.max(members.length, 1)];
  if (chosen === undefined) return put;
  const changed = members.map(([name, member]) => [name, name === chosen[0] ? withOther(member, rest, put) : member]);
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

const status = fc.oneof(fc.constantFrom(200, 201, 202, 204), fc.integer({ min: 100, max: 599 }));
const names = ['content-type', 'retry-after', 'date', 'www-authenticate', 'traceparent', 'signature', 'signaturebank'];
const headers = fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary-ascii', maxLength: 40 }), {
  noNullPrototype: true,
});

async function judge(operation: Operation, answer: HttpResponse, isSigned: boolean) {
  const till = createTill((request, side) => {
    if (!isSigned) return answer;
    const { headers: proof } = signed(request, side, 200, JSON.parse(new TextDecoder().decode(answer.body)));
    return { ...answer, headers: { ...answer.headers, ...proof } };
  });
  const thrown = await eachOperation[operation].run(till.service, { retry: 'never' }).catch((error: unknown) => error);
  if (thrown instanceof Error) expect(thrown, thrown.stack ?? '').toBeInstanceOf(TillError);
}

test.each(operationNames)('%s turns arbitrary bytes into a typed error', async (operation) => {
  await fc.assert(
    fc.asyncProperty(status, headers, fc.uint8Array({ maxLength: 200 }), (code, extra, body) =>
      judge(operation, { status: code, headers: extra, body }, false),
    ),
    { numRuns: 200 },
  );
});

test.each(operationNames)('%s returns a value or typed error for mutated responses', async (operation) => {
  const [, answer] = eachOperation[operation].answer;
  const changed = fc
    .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }))
    .map(([path, put]) => withOther(answer, path, put));
  await fc.assert(
    fc.asyncProperty(status, changed, (code, body) => judge(operation, json(code, body ?? null), true)),
    { numRuns: 200 },
  );
});
