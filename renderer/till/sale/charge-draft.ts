import type { Ask } from '../../../preload/contract/contract.ts';
import { descriptionField, referenceField } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { faultOf } from '../../ui/form/field-fault.ts';
import { parseAmount } from '../../ui/form/parse-amount.ts';
import type { Draft } from '../ui-state/draft-entry.ts';

const fields = ['amount', 'reference', 'description'];

/** Undefined with a faulty field. Empty fields are omitted. */
export function saleOf({ amount, reference, description }: Draft): Ask<'sale.start'> | undefined {
  const typed = parseAmount(amount);
  if (!typed.ok || faultOf(referenceField, reference) || faultOf(descriptionField, description)) return undefined;
  return {
    amount: typed.cents,
    reference: reference.trim() || undefined,
    description: description.trim() || undefined,
  };
}

/** Undefined for a problem shown at its field. */
export function unplaced(problem: ErrorView | undefined): ErrorView | undefined {
  return problem?.field !== undefined && fields.includes(problem.field) ? undefined : problem;
}
