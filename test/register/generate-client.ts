import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'orval';

/** `till-client.ts` as orval makes it from the till's own OpenAPI document; docs/register.md shows how registers do the same. */
export async function generateClient(document: object): Promise<string> {
  const path = (name: string) => join(tmpdir(), `tillmate-${process.pid}-${name}`);
  const [input, output] = [path('openapi.json'), path('client.ts')];
  writeFileSync(input, JSON.stringify(document));
  const baseUrl = { runtime: "process.env['TILL_URL']" };
  await generate({
    input: { target: input },
    output: { target: output, client: 'fetch', mode: 'single', baseUrl, override: { header: false } },
  });
  return readFileSync(output, 'utf8');
}
