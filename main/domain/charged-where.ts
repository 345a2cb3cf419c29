import { madeAt } from './sale-reference.ts';

/** docs/service.md, Limits. */
const LONGEST_POS_ID = 36;

export interface OwnPos {
  readonly posId: string;
  /** The pattern of its references; the default where it is absent. */
  readonly referencePattern?: string | undefined;
}

export type ChargedWhere = 'here' | 'elsewhere' | 'unknown';

/** The specification lists no such member, but a service may tell the POS under the name that a charge has for it. */
export function toldPosId(extra: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const told = extra?.['posId'];
  return typeof told === 'string' && told !== '' && told.length <= LONGEST_POS_ID ? told : undefined;
}

/** A told POS is believed first, then the reference. One that a cashier typed tells nothing: `unknown`. */
export function chargedWhere(
  told: { readonly posId: string | undefined; readonly reference?: string | undefined },
  own: OwnPos,
): ChargedWhere {
  if (told.posId !== undefined) return told.posId === own.posId ? 'here' : 'elsewhere';
  return madeAt(told.reference, own.posId, own.referencePattern);
}
