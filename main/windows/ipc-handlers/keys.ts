import { basename } from 'node:path';
import { handedText, readHandedFile } from '../../base/handed-file.ts';
import { TillError, toTillError } from '../../base/till-error.ts';
import { LARGEST_KEY_BYTES } from '../../identity/given-key.ts';
import { requireRole } from '../required-role.ts';
import { type CommonParts, type HandlersOf, prolonging, type SystemParts } from './handler.ts';
import type { TerminalParts } from './terminal.ts';

/** Never returns a private key. */
export function keysHandlers(
  { till, acts }: CommonParts,
  { openFile, chooseFile, saveFile, copyText }: SystemParts,
  { keys }: TerminalParts,
): HandlersOf<'keys'> {
  const active = prolonging(till);
  return {
    'keys.read': active(() => keys.view()),
    'keys.make': async (request) => ({ kid: await keys.make(request) }),
    'keys.take': async ({ text, ...request }) => ({ kid: await keys.take(text, request) }),
    'keys.take-file': active(async (request) => {
      const path = await openFile({ filters: ['json', 'pem'] });
      if (path === undefined) return {};
      requireRole('keys.take-file', till.roles.current());
      const text = handedText(await readHandedFile(path, LARGEST_KEY_BYTES), path);
      return { kid: await namingFile(path, keys.take(text, request, basename(path))) };
    }),
    'keys.test': async ({ place, kid }) => ({ ms: await keys.test(place, kid) }),
    'keys.use': ({ kid }) => keys.use(kid),
    'keys.back': ({ kid }) => keys.back(kid),
    'keys.remove': ({ place, kid }) => keys.remove(place, kid),
    'keys.copy': active(({ kid }) => copyText(keys.publicText(kid))),
    'keys.save-jwks': active(async () => {
      const text = keys.publicText();
      const path = await chooseFile({ name: 'jwks.json', filters: ['json'] });
      if (path === undefined) return {};
      requireRole('keys.save-jwks', till.roles.current());
      saveFile(path, Buffer.from(text));
      acts.record({ act: 'key-jwks-saved', by: till.roles.actor(), about: basename(path) });
      return { saved: basename(path) };
    }),
    'keys.api-key.set': ({ apiKey }) => keys.setApiKey(apiKey),
    'keys.api-key.remove': () => keys.setApiKey(undefined),
    'keys.remind': ({ renewal }) => keys.remind(renewal),
  };
}

async function namingFile<T>(path: string, taking: Promise<T>): Promise<T> {
  try {
    return await taking;
  } catch (thrown) {
    const { code, message, field, values } = toTillError(thrown);
    if (!code.startsWith('key.')) throw thrown;
    throw new TillError(code, message, { field, values: { ...values, file: basename(path) } });
  }
}
