import { expect, test } from 'vitest';
import { paymentOf } from '../../main/callback/callback-payload.ts';
import { createSpecDeviations } from '../../main/service/spec-deviations.ts';

const deviations = createSpecDeviations('callback', undefined);
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));

test.each([
  ['cut off', bytes('{"paymentId":')],
  ['empty', bytes('')],
  // Decoding leniently would journal and show a payer's name with a replacement character.
  ['not UTF-8', bytes('"Zo\xeb"', 'latin1')],
])('rejects a body that is %s, with the cause', (_name, body) => {
  const refusal = expect.objectContaining({ code: 'callback.body', cause: expect.any(Error) });
  expect(() => paymentOf(body, deviations)).toThrow(refusal);
});
