import type { Transaction } from '../domain/payment-service.ts';
import { madeAt } from '../domain/sale-reference.ts';

/** Who this till is, as the service may tell of it. */
export interface OwnTill {
  readonly posId: string;
  readonly profileId: string;
  /** Of its references; the default where it is absent. */
  readonly referencePattern?: string | undefined;
}

/** At which till a transaction was made, as far as the service's answer shows it. */
export type ChargedWhere = 'here' | 'elsewhere' | 'unknown';

/**
 * The lists name profile and reference and no POS. A service that tells the POS all the same is believed first. A
 * reference that a cashier typed tells nothing: who says `here` or `elsewhere` then, would cry wolf or hide a loss.
 */
export function chargedWhere(listed: Transaction, own: OwnTill): ChargedWhere {
  const told = listed.extra?.['posId'];
  if (typeof told === 'string' && told !== '') return told === own.posId ? 'here' : 'elsewhere';
  if (listed.paymentProfileId !== own.profileId) return 'elsewhere';
  return madeAt(listed.reference, own.posId, own.referencePattern);
}
