import { useEffect, useState } from 'react';
import type { Ask } from '../../../preload/contract/contract.ts';
import { descriptionField, referenceField } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { faultOf } from '../../ui/form/field-fault.ts';
import { parseAmount } from '../../ui/form/parse-amount.ts';
import { useSecretText } from '../../ui/form/secret.ts';
import { useAmountTyping } from '../form/amount-entry.ts';
import { type Draft, emptyDraft, useUi, useUiNow } from '../till-store.ts';
import { isChargeQuestion, questionKeys } from './charge-question.tsx';
import { useSaleKeys } from './use-sale-keys.ts';

export function useCharge() {
  const type = useUi((ui) => ui.type);
  const now = useUiNow();
  const typing = useAmountTyping();
  const start = useCall('sale.start');
  const [asked, setAsked] = useState(false);
  const [question, setQuestion] = useState<ErrorView>();
  const [pin, setPin] = useSecretText();

  const withdraw = () => {
    setAsked(false);
    setQuestion(undefined);
    setPin('');
    start.clear();
  };
  const change = (amount: string) => {
    withdraw();
    type({ amount });
  };
  const typePin = (text: string) => {
    now().scanned(null);
    setPin(text);
  };
  // While a PIN is required, the keypad types into the PIN box.
  const wantsPin = question?.code === 'pin.maximum';
  const typeIn = (characters: string) =>
    wantsPin ? typePin((pin + characters).slice(0, 8)) : change(typing.add(now().draft.amount, characters));
  const back = () => (wantsPin ? typePin(pin.slice(0, -1)) : change(typing.back(now().draft.amount)));

  const charge = async (answer: { readonly confirmed?: true; readonly managerPin?: string } = {}) => {
    setAsked(true);
    const sale = saleOf(now().draft);
    if (sale === undefined) return;
    const outcome = await start.run({ ...sale, ...answer });
    setPin('');
    if (outcome === undefined) return;
    if (outcome.ok) {
      setQuestion(undefined);
      type(emptyDraft);
    } else if (isChargeQuestion(outcome.error)) {
      now().scanned(null);
      setQuestion(outcome.error);
    } else if (!outcome.error.code.startsWith('pin.')) setQuestion(undefined);
  };
  const others =
    question === undefined ? { Enter: () => void charge(), Escape: () => change('') } : questionKeys(withdraw);
  useSaleKeys({ figure: typeIn, Backspace: back, ...others });
  const chargeNext = useUi((ui) => ui.chargeNext);
  useEffect(() => {
    if (!chargeNext) return;
    type({});
    void charge();
  });
  return {
    asked,
    question,
    pin,
    wantsPin,
    pending: start.pending,
    problem: start.problem,
    typing,
    change,
    typePin,
    typeIn,
    back,
    clear: () => (wantsPin ? typePin('') : change('')),
    withdraw,
    charge: () => void charge(),
    answer: () => void charge(wantsPin ? { managerPin: pin } : { confirmed: true }),
  };
}

export type Charge = ReturnType<typeof useCharge>;

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

export function unplaced(problem: ErrorView | undefined): ErrorView | undefined {
  return problem?.field !== undefined && fields.includes(problem.field) ? undefined : problem;
}
