import { basicForms } from '../../preload/contract/sepa-characters.ts';

/**
 * Whether `returned` is the text that was sent, or its form at a service that trims it and writes it in basic SEPA
 * characters (docs/service.md, Payment). A reference of basic characters, such as the till makes, is compared exactly.
 */
export function sameText(sent: string, returned: string): boolean {
  if (sent === returned) return true;
  const [ours, theirs] = [sent, returned].map((text) => text.normalize('NFC').trim()) as [string, string];
  return theirs !== '' && new RegExp(`^${basicForms(ours)}$`, 'u').test(theirs);
}
