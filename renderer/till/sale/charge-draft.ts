import type { Ask } from '../../../preload/contract/contract.ts';
import { descriptionField, referenceField } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { faultOf } from '../form/field-fault.ts';
import { isUnfinished, parseAmount } from '../form/parse-amount.ts';
import type { Draft } from '../till-store.ts';

const fields = ['amount', 'reference', 'description'];

/** The sale that a draft asks for; undefined while one of its fields is wrong. Fields that are left empty are not sent. */
export function saleOf({ amount, reference, description }: Draft): Ask<'sale.start'> | undefined {
  const typed = parseAmount(amount);
  if (!typed.ok || faultOf(referenceField, reference) || faultOf(descriptionField, description)) return undefined;
  return {
    amount: typed.cents,
    reference: reference.trim() || undefined,
    description: description.trim() || undefined,
  };
}

/** An amount that is only unfinished is not called wrong before somebody has `asked` to charge it. */
export function amountFault(text: string, { asked }: { readonly asked: boolean }): ErrorView | undefined {
  const read = parseAmount(text);
  if (read.ok || (!asked && isUnfinished(read.code))) return undefined;
  const fault = { code: read.code, message: '', retryable: false };
  return read.character === undefined ? fault : { ...fault, values: { character: read.character } };
}

export function unplaced(problem: ErrorView | undefined): ErrorView | undefined {
  return problem?.field !== undefined && fields.includes(problem.field) ? undefined : problem;
}
