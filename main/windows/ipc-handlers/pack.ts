import { basename } from 'node:path';
import type { SupportKeyView } from '../../../preload/contract/pack.ts';
import { readSupportKey, type SupportKey, sealedPack, supportKeyText } from '../../support/pack/support-key.ts';
import { requireRole } from '../required-role.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';
import { notedSave } from './noted-save.ts';

type Parts = Pick<
  HandlerParts,
  'till' | 'store' | 'save' | 'acts' | 'clock' | 'supportPack' | 'chooseFile' | 'saveFile'
>;

export function packHandlers(parts: Parts): HandlersOf<'pack'> {
  const { till, store, save, acts, clock, supportPack, chooseFile, saveFile } = parts;
  const key = async (): Promise<SupportKey | undefined> => {
    const text = store.file.supportKey;
    return text === undefined ? undefined : readSupportKey(text);
  };
  const view = async () => ({ key: viewOf(await key()) });
  return {
    'pack.prepare': async () => {
      till.roles.touch();
      const { id, parts: listed } = await supportPack.prepare();
      return {
        id,
        parts: listed.map(({ name, bytes, lacks }) => ({ name, bytes, ...(lacks && { lacks: { ...lacks } }) })),
      };
    },
    'pack.look': async ({ id, name, offset }) => {
      till.roles.touch();
      const { text, next } = await supportPack.look(id, name, offset);
      return { text, next: next ?? null };
    },
    'pack.save': async ({ id }) => {
      till.roles.touch();
      const kind = (await key()) === undefined ? 'zip' : 'jwe';
      const name = `${fileName(store.file, clock.now())}.${kind === 'jwe' ? 'zip.jwe' : 'zip'}`;
      const path = await chooseFile({ name, filters: [kind] });
      if (path === undefined) return {};
      requireRole('pack.save', till.roles.current());
      const zip = await supportPack.zip(id);
      // The dialog may have stood open while somebody set another key.
      const to = kind === 'zip' ? undefined : await key();
      saveFile(path, to === undefined ? zip : await sealedPack(zip, to));
      acts.record({
        act: 'pack-saved',
        by: till.roles.actor(),
        values: { bytes: zip.length, encrypted: to !== undefined, ...(to && { thumbprint: to.thumbprint }) },
      });
      return { file: basename(path) };
    },
    'pack.drop': async () => {
      await supportPack.drop();
      return {};
    },
    'pack.key': view,
    'pack.key.save': async ({ key: pasted }) => {
      till.roles.touch();
      const text = pasted.trim() === '' ? undefined : supportKeyText(await readSupportKey(pasted));
      await notedSave(parts, () => save.supportKey(text));
      return view();
    },
  };
}

function viewOf(key: SupportKey | undefined): SupportKeyView | null {
  return key === undefined ? null : { kid: key.kid, alg: key.alg, thumbprint: key.thumbprint };
}

/** `support-TILL42-2026-11-22-1402`. */
function fileName({ settings, terminalId }: Parts['store']['file'], now: number): string {
  const at = new Date(now);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  const of = settings?.pos.posId ?? terminalId.slice(0, 8);
  return `support-${of}-${day}-${two(at.getHours())}${two(at.getMinutes())}`;
}
