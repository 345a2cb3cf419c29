import { basicForms } from '../../preload/contract/sepa-characters.ts';

/**
 * Returns true if `returned` is the sent text, or its form at a service that trims the text and replaces characters by
 * basic SEPA characters (docs/service.md, Payment). Basic characters, as in the till's own references, are compared
 * exactly.
 */
export function sameText(sent: string, returned: string): boolean {
  if (sent === returned) return true;
  const [ours, theirs] = [sent, returned].map((text) => text.normalize('NFC').trim()) as [string, string];
  return theirs !== '' && new RegExp(`^${basicForms(ours)}$`, 'u').test(theirs);
}
