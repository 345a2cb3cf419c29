import { basename } from 'node:path';
import { TillError, toTillError } from '../../base/till-error.ts';
import { LARGEST_KEY_BYTES } from '../../identity/given-key.ts';
import { handedText, readHandedFile } from '../../settings/handed-file.ts';
import { requireRole } from '../required-role.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** What is private goes in and never comes out. */
export function keysHandlers({
  till,
  keys,
  openFile,
  chooseFile,
  saveFile,
  acts,
  copyText,
}: Pick<
  HandlerParts,
  'till' | 'keys' | 'openFile' | 'chooseFile' | 'saveFile' | 'acts' | 'copyText'
>): HandlersOf<'keys'> {
  return {
    'keys.read': () => {
      till.roles.touch();
      return keys.view();
    },
    'keys.make': async (wish) => ({ kid: await keys.make(wish) }),
    'keys.take': async ({ text, ...wish }) => ({ kid: await keys.take(text, wish) }),
    'keys.take-file': async (wish) => {
      till.roles.touch();
      const path = await openFile({ filters: ['json', 'pem'] });
      if (path === undefined) return {};
      requireRole('keys.take-file', till.roles.current());
      const text = handedText(await readHandedFile(path, LARGEST_KEY_BYTES), path);
      return { kid: await namingFile(path, keys.take(text, wish, basename(path))) };
    },
    'keys.test': async ({ place, kid }) => ({ ms: await keys.test(place, kid) }),
    'keys.use': async ({ kid }) => {
      await keys.use(kid);
      return {};
    },
    'keys.back': async ({ kid }) => {
      await keys.back(kid);
      return {};
    },
    'keys.remove': async ({ place, kid }) => {
      await keys.remove(place, kid);
      return {};
    },
    'keys.copy': async ({ kid }) => {
      till.roles.touch();
      await copyText(keys.publicText(kid));
      return {};
    },
    'keys.save-jwks': async () => {
      till.roles.touch();
      const text = keys.publicText();
      const path = await chooseFile({ name: 'jwks.json', filters: ['json'] });
      if (path === undefined) return {};
      requireRole('keys.save-jwks', till.roles.current());
      saveFile(path, Buffer.from(text));
      acts.record({ act: 'key-jwks-saved', by: till.roles.actor(), about: basename(path) });
      return { saved: basename(path) };
    },
    'keys.api-key.set': async ({ apiKey }) => {
      await keys.setApiKey(apiKey);
      return {};
    },
    'keys.api-key.remove': async () => {
      await keys.setApiKey(undefined);
      return {};
    },
    'keys.remind': async ({ renewal }) => {
      await keys.remind(renewal);
      return {};
    },
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
