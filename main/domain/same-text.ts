import { OUTSIDE_BASIC } from '../../preload/contract/sepa-characters.ts';

const SIGN = "[ /?:().,'+-]";

/**
 * Whether `returned` is the text that was sent, or its form at a service that trims it and writes it in basic SEPA
 * characters (docs/service.md, Payment): a letter without its accent or as up to three letters, another character as a
 * sign, as EUR, or not at all. Basic characters stay, so a reference of the till's own making is compared exactly.
 */
export function sameText(sent: string, returned: string): boolean {
  if (sent === returned) return true;
  const [ours, theirs] = [composed(sent), composed(returned)];
  return ours === theirs || (theirs !== '' && formOf(ours).test(theirs));
}

/** The text in basic characters by the EPC's best practices; undefined where that is the text itself. */
export function inBasicSepa(text: string): string | undefined {
  const basic = composed(text).replaceAll(OUTSIDE_BASIC, (character) => baseOf(character) ?? '.');
  return basic === text ? undefined : basic;
}

function composed(text: string): string {
  return text.normalize('NFC').trim();
}

function formOf(text: string): RegExp {
  const form = text.replaceAll(/[^A-Za-z0-9 ]/gu, (character) => {
    if (character.search(OUTSIDE_BASIC) === -1) return `\\${character}`;
    if (!/\p{L}/u.test(character)) return `(?:EUR?|${SIGN})?`;
    return `(?:${baseOf(character) ?? '[A-Za-z]'}[A-Za-z]{0,2}|${SIGN})?`;
  });
  return new RegExp(`^${form}$`);
}

/** The letter without its accent. */
function baseOf(character: string): string | undefined {
  return /^[A-Za-z]/.exec(character.normalize('NFD'))?.[0];
}
