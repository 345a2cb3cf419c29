import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../../preload/contract/contract.ts';
import type { SaleView } from '../../../preload/contract/views.ts';
import { useWords } from '../../ui/use-words.ts';
import { useAmountTyping } from '../form/use-amount-typing.ts';
import { useUiNow } from '../till-store.ts';

/** By then it is clear whether hands type or a scanner, of which nothing stays in the amount. */
const TYPED_MS = 150;

interface Ended {
  readonly sale: SaleView;
  readonly pressable: boolean;
  leave(): Promise<Outcome<unknown> | undefined>;
}

/** What leads from the end of a sale to the next one: its amount, typed at once, or the same charged again. */
export function useNextSale({ sale, pressable, leave }: Ended) {
  const { amountText } = useWords();
  const typing = useAmountTyping();
  const ui = useUiNow();
  const [typed, setTyped] = useState<'no' | 'just-now' | 'surely'>('no');
  const leaving = typed === 'surely' && pressable;
  /** Left once is left once: a second press that comes before the next screen must not charge a second time. */
  const left = useRef(false);
  const leaveOnce = async (): Promise<boolean> => {
    if (left.current) return false;
    left.current = true;
    const outcome = await leave();
    if (!outcome?.ok) left.current = false;
    return outcome?.ok ?? false;
  };
  useEffect(() => {
    if (typed !== 'just-now') return;
    const timer = setTimeout(() => setTyped(ui().draft.amount === '' ? 'no' : 'surely'), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, ui]);
  useEffect(() => {
    if (!leaving) return;
    setTyped('no');
    void leaveOnce();
  });
  return {
    /** The end itself stays in sight as long as it takes to be seen; nothing typed meanwhile is lost. */
    type(character: string) {
      const { draft, type } = ui();
      type({ amount: typing.add(draft.amount, character) });
      setTyped((before) => (before === 'surely' ? before : 'just-now'));
    },
    /** The same amount and description, as a sale of its own with a reference of its own: one that was scanned, if any. */
    async chargeAgain() {
      if (!(await leaveOnce())) return;
      const { reference } = ui().draft;
      ui().chargeAgain({ reference, amount: amountText(sale.amount), description: sale.description ?? '' });
    },
  };
}
