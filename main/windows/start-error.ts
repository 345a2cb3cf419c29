import { TillError } from '../base/till-error.ts';
import type { NativeWords } from './native-words/native-words.ts';

/** What a person reads when Tillmate cannot start. */
export interface StartError {
  readonly title: string;
  readonly text: string;
}

type Cause = Exclude<keyof NativeWords['start'], 'title' | 'nothingLost'>;

const CAUSES: Readonly<Record<string, Cause>> = {
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
};

/** What kept the app from starting, in words. `folder` is named where the error names no file: the app's data folder. */
export function startError(thrown: unknown, folder: string, { start }: NativeWords): StartError {
  const fault = thrown instanceof TillError && thrown.cause !== undefined ? thrown.cause : thrown;
  const { what, remedy } = start[CAUSES[String(fieldOf(fault, 'code'))] ?? 'other'];
  const named =
    thrown instanceof TillError ? (thrown.values?.['file'] ?? thrown.values?.['option']) : fieldOf(fault, 'path');
  const details = fault instanceof Error ? fault.message : String(fault);
  return {
    title: start.title,
    text: [what, String(named ?? folder), remedy, start.nothingLost, `(${details})`].join('\n\n'),
  };
}

function fieldOf(fault: unknown, name: 'code' | 'path'): unknown {
  return typeof fault === 'object' && fault !== null && name in fault ? Reflect.get(fault, name) : undefined;
}
