import { type FormEvent, useEffect, useRef, useState } from 'react';
import { pinField } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { Button } from '../../ui/button.tsx';
import { faultOf } from '../../ui/form/field-fault.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../ui/use-words.ts';
import { QUESTION } from '../scanner/use-scanner.ts';
import styles from './charge-question.module.css';

const questions = ['sale.unusual', 'sale.above-maximum', 'pin.maximum'];

export function isChargeQuestion(error: ErrorView): boolean {
  return questions.includes(error.code);
}

/** Without Enter: a habitual double press has not read the question. */
export const questionKeys = (withdraw: () => void) => ({ Escape: withdraw });

interface Props {
  readonly question: ErrorView;
  readonly amount: number;
  readonly pin: string;
  typePin(pin: string): void;
  readonly problem: ErrorView | undefined;
  readonly pending: boolean;
  withdraw(): void;
  charge(): void;
}

/** Away from Charge, with the focus on the text or the PIN box, so that no habitual key press answers. */
export function ChargeQuestion({ question, amount, pin, typePin, problem, pending, withdraw, charge }: Props) {
  const { t, money } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const wantsPin = question.code === 'pin.maximum';
  const pinFault = tried ? faultOf(pinField, pin) : undefined;
  useEffect(() => {
    (form.current?.querySelector('input') ?? form.current)?.focus();
  }, []);
  const answer = (event: FormEvent) => {
    event.preventDefault();
    const isRight = !wantsPin || faultOf(pinField, pin) === undefined;
    setTried(!isRight);
    if (isRight) charge();
  };
  return (
    <form
      ref={form}
      className={styles.question}
      tabIndex={-1}
      aria-label={t('question.name')}
      onSubmit={answer}
      {...QUESTION}
    >
      {wantsPin && (
        <TextField
          label={t('settings.managerPin')}
          secret
          numeric
          value={pin}
          hint={t('unlock.why')}
          fault={pinFault ?? (problem?.code === question.code ? undefined : problem)}
          change={typePin}
        />
      )}
      <div className={styles.answers}>
        <Button onClick={withdraw}>{t('question.change')}</Button>
        <Button type="submit" aria-disabled={pending}>
          {t('question.charge', { amount: money(amount) })}
        </Button>
      </div>
    </form>
  );
}
