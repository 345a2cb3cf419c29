import type { Choices } from '../open-points.ts';
import type { Profile } from './records.ts';

/** The full stop is the EPC's substitute for unconvertible characters. */
export function keptText({ keptTexts }: Pick<Choices, 'keptTexts'>, text: string): string {
  if (keptTexts === 'as-sent') return text;
  const trimmed = text.trim();
  if (keptTexts === 'trimmed') return trimmed;
  const letters = trimmed.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
  return letters.replaceAll(/[^A-Za-z0-9 /?:().,'+-]/gu, '.');
}

/** Unchanged with the standard choices. */
export function inChosenForm<Body extends object>(choices: Choices, body: Body): Body {
  const { absentMembers, optionalMembers, unlistedMembers, keptTexts, timestamps, creditorProfileId } = choices;
  const isStandard =
    `${absentMembers} ${optionalMembers} ${unlistedMembers} ${keptTexts} ${timestamps} ${creditorProfileId}` ===
    'left-out present none as-sent milliseconds profile-id';
  return isStandard ? body : JSON.parse(JSON.stringify(body, (name, value) => member(choices, name, value)));
}

const TIMES = new Set(['createdAt', 'expireAt', 'expiresAt', 'succeededAt', 'creationDate', 'transactionDate']);

function member(choices: Choices, name: string, value: unknown): unknown {
  if (value === undefined) return choices.absentMembers === 'null' ? null : undefined;
  const isLeftOut = choices.optionalMembers === 'left-out';
  if (typeof value === 'string') {
    if (name === 'description') return isLeftOut ? undefined : keptText(choices, value);
    if (name === 'reference') return keptText(choices, value);
    return TIMES.has(name) || name === 'payoutDate' ? timestamp(choices, value) : value;
  }
  if (isLeftOut && name === 'details' && Array.isArray(value) && value.length === 0) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (name === 'creditor') return isLeftOut ? {} : creditor(choices, value);
  if (name === 'debtor' && isLeftOut) return { ...value, name: undefined };
  return 'createdAt' in value ? payment(choices, value) : value;
}

/** A creation (`expiresAt`) must keep its links. */
function payment({ optionalMembers, unlistedMembers }: Choices, value: object): object {
  const isShortened = optionalMembers === 'left-out' && !('expiresAt' in value);
  const amount: unknown = Reflect.get(value, 'amount');
  const unlisted = { transferAmount: amount, tippingAmount: 0, totalAmount: amount };
  return {
    ...value,
    ...(isShortened ? { _links: undefined, message: undefined } : {}),
    ...(unlistedMembers === 'published' ? unlisted : {}),
  };
}

function creditor({ creditorProfileId }: Choices, value: Partial<Profile>): object {
  if (creditorProfileId === 'profile-id' || value.profileId === undefined) return value;
  return { ...value, profileId: `configuration-${value.profileId.slice(-8)}` };
}

function timestamp({ timestamps }: Choices, text: string): string {
  if (timestamps === 'seconds') return text.replace(/\.\d+Z$/, 'Z');
  if (timestamps === 'nanoseconds') return text.replace(/Z$/, '000000Z');
  return timestamps === 'offset' ? text.replace(/Z$/, '+00:00') : text;
}
