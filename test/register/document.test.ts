import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateClient } from './generate-client.ts';
import { openApi } from './open-api.ts';

type Schema = { readonly [name: string]: Schema };
type Operation = { readonly operationId: string; readonly responses: Schema; readonly requestBody?: Schema };
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schema };
}

const CLIENT = join(import.meta.dirname, 'till-client.ts');

describe('the OpenAPI document', () => {
  async function read() {
    const { ask } = await openApi();
    const { body } = await ask('GET', '/v1/openapi.json', { token: undefined });
    const document: Document = JSON.parse(JSON.stringify(body));
    return { document, operations: Object.values(document.paths).flatMap((methods) => Object.values(methods)) };
  }

  test('names each operation', async () => {
    const { operations } = await read();
    const ids = ['pair', 'charge', 'getPayment', 'cancel', 'refund', 'getLast', 'getStatus', 'getEvents'];
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(ids.toSorted());
  });

  test('has open answers and strict requests', async () => {
    const { document, operations } = await read();
    const answers = JSON.stringify([document.components, ...operations.map(({ responses }) => responses)]);
    expect(answers).not.toContain('"additionalProperties":false');
    const bodies = operations.flatMap(({ requestBody }) => requestBody ?? []);
    expect(bodies).toHaveLength(3);
    for (const body of bodies) expect(JSON.stringify(body)).toContain('"additionalProperties":false');
  });

  test('lists only schemas used by operations', async () => {
    const { document } = await read();
    expect(Object.keys(document.components.schemas).toSorted()).toEqual(['Payment', 'Refusal']);
  });

  test('describes texts, pairing and busy', async () => {
    const { document } = await read();
    const charge = JSON.stringify(document.paths['/v1/payments/{key}']?.['put']?.requestBody);
    expect(charge).toMatch(/"reference":\{"description":"At most 35 characters of the SEPA.*"maxLength":35/);
    expect(Object.keys(document.paths['/v1/pair']?.['post']?.responses ?? {})).toContain('201');
    const { busy } = document.components.schemas['Refusal']?.['properties'] ?? {};
    expect(Object.keys(busy?.['properties'] ?? {})).toEqual(['key', 'reference', 'amountCents', 'state']);
  });

  test('generates the client of the tests', async () => {
    const { document } = await read();
    const made = await generateClient(document);
    if (process.env['TILLMATE_UPDATE_CLIENT'] === '1') writeFileSync(CLIENT, made);
    expect(readFileSync(CLIENT, 'utf8')).toBe(made);
  });
});
