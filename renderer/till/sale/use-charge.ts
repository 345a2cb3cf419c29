import { useEffect, useState } from 'react';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { useSecretText } from '../../ui/form/secret.ts';
import { useAmountTyping } from '../form/use-amount-typing.ts';
import { useUi, useUiNow } from '../till-store.ts';
import { emptyDraft } from '../ui-state/draft-entry.ts';
import { saleOf } from './charge-draft.ts';
import { isChargeQuestion, questionKeys } from './charge-question.tsx';
import { useSaleKeys } from './use-sale-keys.ts';

export function useCharge() {
  const type = useUi((ui) => ui.entry.type);
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
    now().entry.scanned(null);
    setPin(text);
  };
  // While a PIN is required, the keypad types into the PIN box.
  const wantsPin = question?.code === 'pin.maximum';
  const typeIn = (characters: string) =>
    wantsPin ? typePin((pin + characters).slice(0, 8)) : change(typing.add(now().entry.draft.amount, characters));
  const back = () => (wantsPin ? typePin(pin.slice(0, -1)) : change(typing.back(now().entry.draft.amount)));

  const charge = async (answer: { readonly confirmed?: true; readonly managerPin?: string } = {}) => {
    setAsked(true);
    const sale = saleOf(now().entry.draft);
    if (sale === undefined) return;
    const outcome = await start.run({ ...sale, ...answer });
    setPin('');
    if (outcome === undefined) return;
    if (outcome.ok) {
      setQuestion(undefined);
      type(emptyDraft);
    } else if (isChargeQuestion(outcome.error)) {
      now().entry.scanned(null);
      setQuestion(outcome.error);
    } else if (!outcome.error.code.startsWith('pin.')) setQuestion(undefined);
  };
  const others =
    question === undefined ? { Enter: () => void charge(), Escape: () => change('') } : questionKeys(withdraw);
  useSaleKeys({ figure: typeIn, Backspace: back, ...others });
  const chargeNext = useUi((ui) => ui.entry.chargeNext);
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
