import type { NativeWords } from '../base/native-words.ts';
import { TillError } from '../base/till-error.ts';

export interface StartError {
  readonly title: string;
  readonly text: string;
}

const CAUSES = {
  EACCES: 'noPermission',
  EPERM: 'noPermission',
  EROFS: 'noPermission',
  EISDIR: 'inTheWay',
  ENOTDIR: 'inTheWay',
  EEXIST: 'inTheWay',
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  EBUSY: 'locked',
  'settings.too-new': 'tooNew',
  'start.option-refused': 'refusedOption',
  'start.no-sandbox': 'noSandbox',
  'folder.network': 'networkDrive',
  'folder.synced': 'synced',
} as const;

/** Returns the error for the start dialog. `folder` is shown if the error has no file. */
export function startError(thrown: unknown, folder: string, words: NativeWords): StartError {
  const fault = thrown instanceof TillError && thrown.cause !== undefined ? thrown.cause : thrown;
  const code = String(fieldOf(fault, 'code'));
  const cause = Object.hasOwn(CAUSES, code) ? CAUSES[code as keyof typeof CAUSES] : 'other';
  const named =
    thrown instanceof TillError ? (thrown.values?.['file'] ?? thrown.values?.['option']) : fieldOf(fault, 'path');
  const details = fault instanceof Error ? fault.message : String(fault);
  return {
    title: words('start.title'),
    text: [
      words(`start.${cause}.what`),
      String(named ?? folder),
      words(`start.${cause}.remedy`),
      words('start.nothingLost'),
      `(${details})`,
    ].join('\n\n'),
  };
}

function fieldOf(fault: unknown, name: 'code' | 'path'): unknown {
  return typeof fault === 'object' && fault !== null && name in fault ? Reflect.get(fault, name) : undefined;
}
