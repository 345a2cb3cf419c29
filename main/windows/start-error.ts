import { TillError } from '../base/till-error.ts';

/** What a person reads when Tillmate cannot start. In English only: without a window there are no translations. */
export interface StartError {
  readonly title: string;
  readonly text: string;
}

interface Words {
  readonly what: string;
  readonly remedy: string;
}

const NO_PERMISSION: Words = {
  what: 'The account that Tillmate runs in may not read and write this file or folder.',
  remedy: 'Give that account the right to, or use the account that Tillmate was set up in, then start Tillmate again.',
};
const IN_THE_WAY: Words = {
  what: 'Something else stands where Tillmate keeps a file or a folder of its own.',
  remedy: 'Move it somewhere else, then start Tillmate again.',
};
const DISK_FULL: Words = {
  what: 'The disk is full.',
  remedy: 'Make room on it, then start Tillmate again.',
};
const LOCKED: Words = {
  what: 'Another program, such as a backup, holds this file.',
  remedy: 'Wait until it has ended or close it, then start Tillmate again.',
};
const TOO_NEW: Words = {
  what: 'A newer Tillmate has written the settings of this terminal, and this one cannot read them.',
  remedy: 'Install the newer Tillmate again and start that one. Nothing was changed.',
};
const RENAMED_OPTION: Words = {
  what: 'Tillmate was started with an option that has another name now:',
  remedy: 'Write that name in the shortcut or script that starts Tillmate, then start it again.',
};
const NETWORK_DRIVE: Words = {
  what: 'The folder for the data of Tillmate is on a network drive. The record of payments is not safe there: a write that was confirmed can be lost.',
  remedy: 'Start Tillmate with --user-data-dir= and a folder on a disk of this machine.',
};
const SYNCED: Words = {
  what: 'A cloud service copies the folder for the data of Tillmate. The record of payments is not safe there: an old one can come back in place of the new one.',
  remedy: 'Start Tillmate with --user-data-dir= and a folder on this machine that no such service copies.',
};
const OTHER: Words = {
  what: 'Something failed while it started.',
  remedy: 'Start it again. If it fails again, call support and read them this text.',
};

const WORDS: Readonly<Record<string, Words>> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: NO_PERMISSION,
  EISDIR: IN_THE_WAY,
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EBUSY: LOCKED,
  'settings.too-new': TOO_NEW,
  'start.option-renamed': RENAMED_OPTION,
  'folder.network': NETWORK_DRIVE,
  'folder.synced': SYNCED,
};

/** What kept the app from starting, in words. `folder` is named where the error names no file: the app's data folder. */
export function startError(thrown: unknown, folder: string): StartError {
  const fault = thrown instanceof TillError && thrown.cause !== undefined ? thrown.cause : thrown;
  const { what, remedy } = WORDS[String(fieldOf(fault, 'code'))] ?? OTHER;
  const named =
    thrown instanceof TillError ? (thrown.values?.['file'] ?? thrown.values?.['option']) : fieldOf(fault, 'path');
  const details = fault instanceof Error ? fault.message : String(fault);
  return {
    title: 'Tillmate cannot start',
    text: [what, String(named ?? folder), remedy, 'No payment is lost by this.', `(${details})`].join('\n\n'),
  };
}

function fieldOf(fault: unknown, name: 'code' | 'path'): unknown {
  return typeof fault === 'object' && fault !== null && name in fault ? Reflect.get(fault, name) : undefined;
}
