import { expect, test } from 'vitest';
import { paymentOf } from '../../main/callback/callback-payload.ts';
import { createSpecDeviations } from '../../main/service/spec-deviations.ts';

const deviations = createSpecDeviations('callback', undefined);
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));

test.each([
  ['cut off', bytes('{"paymentId":')],
  ['empty', bytes('')],
  // Else a name with an invalid byte would be journalled and shown with a character that nobody sent.
  ['not UTF-8', bytes('"Zo\xeb"', 'latin1')],
])('a body that is %s is no callback, and the log learns why', (_name, body) => {
  const refusal = expect.objectContaining({ code: 'callback.body', cause: expect.any(Error) });
  expect(() => paymentOf(body, deviations)).toThrow(refusal);
});
