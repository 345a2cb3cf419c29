import { useEffect, useState } from 'react';
import { descriptionField, referenceField } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { withQuickAmount } from '../form/amount-entry.ts';
import { faultOf } from '../form/field-fault.ts';
import { Keypad, KeypadCorrections } from '../form/keypad.tsx';
import { isUnfinished, parseAmount } from '../form/parse-amount.ts';
import { TextField } from '../form/text-field.tsx';
import { useAmountTyping } from '../form/use-amount-typing.ts';
import { useSecretText } from '../form/use-secret-text.ts';
import { ScanLine } from '../scanner/scan-line.tsx';
import { emptyDraft, useTill, useUi, useUiNow } from '../till-store.ts';
import { AmountBox } from './amount-box.tsx';
import { ChargeQuestion, isChargeQuestion } from './charge-question.tsx';
import styles from './charge-screen.module.css';
import { QuickAmounts } from './quick-amounts.tsx';
import { SaleLayout } from './sale-layout.tsx';
import { SaleState } from './sale-state.tsx';
import { useSaleKeys } from './use-sale-keys.ts';

const fields = ['amount', 'reference', 'description'];

/** No sale is on the screen: the cashier types an amount and charges it. */
export function ChargeScreen() {
  const { t, amountText } = useWords();
  const draft = useUi((ui) => ui.draft);
  const type = useUi((ui) => ui.type);
  const now = useUiNow();
  const nextReference = useTill((till) => till.nextReference);
  const usualDescription = useTill((till) => till.terminal.description);
  const typing = useAmountTyping();
  const start = useCall('sale.start');
  const [asked, setAsked] = useState(false);
  const [question, setQuestion] = useState<ErrorView>();
  const [pin, setPin] = useSecretText();
  const read = parseAmount(draft.amount);

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
  // While a PIN is asked for, the keypad types it.
  const wantsPin = question?.code === 'pin.maximum';
  const press = (characters: string) =>
    wantsPin ? typePin((pin + characters).slice(0, 8)) : change(typing.add(now().draft.amount, characters));
  const back = () => (wantsPin ? typePin(pin.slice(0, -1)) : change(typing.back(now().draft.amount)));
  const { pasted } = typing;

  const charge = async (answer: { readonly confirmed?: true; readonly managerPin?: string } = {}) => {
    setAsked(true);
    const { amount, reference, description } = now().draft;
    const typed = parseAmount(amount);
    if (!typed.ok || faultOf(referenceField, reference) || faultOf(descriptionField, description)) return;
    const outcome = await start.run({
      amount: typed.cents,
      ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
      ...(description.trim() === '' ? {} : { description: description.trim() }),
      ...answer,
    });
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

  useSaleKeys({
    figure: press,
    Backspace: back,
    // Whoever presses Enter twice by habit has not read the question.
    ...(question === undefined ? { Enter: () => void charge(), Escape: () => change('') } : { Escape: withdraw }),
  });
  const chargeNext = useUi((ui) => ui.chargeNext);
  useEffect(() => {
    if (!chargeNext) return;
    type({});
    void charge();
  });

  const problem = start.problem;
  const atField = (name: string) => (problem?.field === name ? problem : undefined);
  const fault = amountFault(draft.amount, asked);
  return (
    <SaleLayout
      title={t('nav.sale')}
      amount={
        <AmountBox
          text={draft.amount}
          wrong={fault !== undefined}
          change={(text) => change(typing.changed(text))}
          paste={pasted && ((text) => change(pasted(text)))}
        />
      }
      state={
        question === undefined ? (
          <Message fault={fault ?? atField('amount') ?? unplaced(problem)} pending={start.pending} />
        ) : (
          <Message fault={question} pending={false} tone="amber" />
        )
      }
      body={
        question !== undefined && read.ok ? (
          <ChargeQuestion
            question={question}
            amount={read.cents}
            pin={pin}
            typePin={typePin}
            problem={problem}
            pending={start.pending}
            withdraw={withdraw}
            charge={() => void charge(wantsPin ? { managerPin: pin } : { confirmed: true })}
          />
        ) : (
          <div className={styles.texts}>
            <TextField
              label={t('sale.reference')}
              placeholder={nextReference}
              value={draft.reference}
              max={35}
              fault={faultOf(referenceField, draft.reference) ?? atField('reference')}
              change={(reference) => type({ reference })}
            />
            <TextField
              label={t('sale.description')}
              placeholder={usualDescription ?? t('sale.description.hint')}
              value={draft.description}
              max={140}
              fault={faultOf(descriptionField, draft.description) ?? atField('description')}
              change={(description) => type({ description })}
            />
            <QuickAmounts press={(cents) => change(withQuickAmount(now().draft.amount, cents, amountText))} />
          </div>
        )
      }
      pad={<Keypad press={press} whole={wantsPin} />}
      second={<KeypadCorrections back={back} clear={() => (wantsPin ? typePin('') : change(''))} />}
      main={
        <Button
          kind="main"
          aria-disabled={start.pending}
          disabled={question !== undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void charge()}
        >
          {t('sale.charge')}
        </Button>
      }
    />
  );
}

interface MessageProps {
  readonly fault: ErrorView | undefined;
  readonly pending: boolean;
  readonly tone?: 'red' | 'amber';
}

/** What to do, what is wrong or asked, or what the till waits for; in the place of the state. */
function Message({ fault, pending, tone = 'red' }: MessageProps) {
  const { t, error } = useWords();
  const waited = useElapsed(pending);
  const scanned = useUi((ui) => ui.scan !== null);
  const entry = useTill((till) => till.counter.entry);
  // A question stands below with its answers: where a scan went is told over it, until somebody does something else.
  if (fault !== undefined && !(scanned && isChargeQuestion(fault))) {
    return (
      <div className={styles.message} id="amount-message">
        <Note tone={tone}>{error(fault)}</Note>
      </div>
    );
  }
  if (waited > 300) {
    return <SaleState stage="creating" word={t('stage.creating')} left={t('doing.creating')} share={undefined} />;
  }
  return (
    <div className={styles.message} id="amount-message">
      {scanned ? (
        <ScanLine />
      ) : (
        <p className={`${textStyles.sentence} ${textStyles.quiet}`}>
          {t(entry === 'decimal' ? 'sale.idle' : 'sale.idle.cents-first')}
        </p>
      )}
    </div>
  );
}

function amountFault(text: string, asked: boolean): ErrorView | undefined {
  const read = parseAmount(text);
  if (read.ok || (!asked && isUnfinished(read.code))) return undefined;
  const values = read.character === undefined ? {} : { values: { character: read.character } };
  return { code: read.code, message: '', retryable: false, ...values };
}

/** A refusal that belongs to no field of this screen stands in the place of the state. */
function unplaced(problem: ErrorView | undefined): ErrorView | undefined {
  return problem?.field !== undefined && fields.includes(problem.field) ? undefined : problem;
}
