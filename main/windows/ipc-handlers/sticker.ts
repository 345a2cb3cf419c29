import { basename } from 'node:path';
import { posCode } from '../../sale/pos-code.ts';
import { requireRole } from '../required-role.ts';
import { stickerBytes } from '../sticker-file.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export function stickerHandlers({
  till,
  acts,
  chooseFile,
  saveFile,
}: Pick<HandlerParts, 'till' | 'acts' | 'chooseFile' | 'saveFile'>): HandlersOf<'sticker'> {
  return {
    'sticker.read': () => {
      till.roles.touch();
      const { journal, settings } = till.requireOpen();
      return posCode(journal, settings.pos.posId);
    },
    'sticker.save': async (file) => {
      till.roles.touch();
      const { posId } = till.requireOpen().settings.pos;
      const bytes = stickerBytes(file);
      const about = `sticker-${posId}`;
      const path = await chooseFile({ name: `${about}.${file.format}`, filters: [file.format] });
      if (path === undefined) return {};
      requireRole('sticker.save', till.roles.current());
      saveFile(path, bytes);
      acts.record({ act: 'sheet-saved', by: till.roles.actor(), about, values: { format: file.format } });
      return { saved: basename(path) };
    },
  };
}
