import { useRef } from 'react';
import { descriptionField, referenceField } from '../../../preload/contract/fields.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { Button } from '../../ui/button.tsx';
import fittedAmountStyles from '../../ui/fitted-amount.module.css';
import { fittedWidth } from '../../ui/fitted-amount.tsx';
import { faultOf } from '../../ui/form/field-fault.ts';
import { amountFault, parseAmount } from '../../ui/form/parse-amount.ts';
import { AMOUNT_BOX, TextField } from '../../ui/form/text-field.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { withQuickAmount } from '../form/amount-entry.ts';
import { Keypad, KeypadCorrections } from '../form/keypad.tsx';
import { ScanLine } from '../scanner/scan-line.tsx';
import { useTill, useUi, useUiNow } from '../till-store.ts';
import { unplaced } from './charge-draft.ts';
import { ChargeQuestion, isChargeQuestion } from './charge-question.tsx';
import styles from './charge-screen.module.css';
import { SaleLayout, SaleState, useFocusOnArrival } from './sale-layout.tsx';
import { type Charge, useCharge } from './use-charge.ts';

export function ChargeScreen() {
  const { t } = useWords();
  const draft = useUi((ui) => ui.entry.draft);
  const charge = useCharge();
  const { question, problem, pending, typing, change } = charge;
  const { pasted } = typing;
  const read = parseAmount(draft.amount);
  const fault = amountFault(read, charge);
  const atAmount = problem?.field === 'amount' ? problem : undefined;
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
          <Message fault={fault ?? atAmount ?? unplaced(problem)} pending={pending} />
        ) : (
          <Message fault={question} pending={false} tone="amber" />
        )
      }
      body={
        question !== undefined && read.ok ? (
          <ChargeQuestion
            question={question}
            amount={read.cents}
            pin={charge.pin}
            typePin={charge.typePin}
            problem={problem}
            pending={pending}
            withdraw={charge.withdraw}
            charge={charge.answer}
          />
        ) : (
          <Texts charge={charge} />
        )
      }
      pad={<Keypad typeIn={charge.typeIn} whole={charge.wantsPin} />}
      second={<KeypadCorrections back={charge.back} clear={charge.clear} />}
      main={
        <Button
          kind="main"
          aria-disabled={pending}
          disabled={question !== undefined}
          keepsFocus
          onClick={charge.charge}
        >
          {t('sale.charge')}
        </Button>
      }
    />
  );
}

function Texts({ charge: { problem, change } }: { readonly charge: Charge }) {
  const { t, amountText } = useWords();
  const { reference, description } = useUi((ui) => ui.entry.draft);
  const type = useUi((ui) => ui.entry.type);
  const now = useUiNow();
  const nextReference = useTill((till) => till.nextReference);
  const usualDescription = useTill((till) => till.terminal.description);
  const atField = (name: string) => (problem?.field === name ? problem : undefined);
  return (
    <div className={styles.texts}>
      <TextField
        label={t('sale.reference')}
        placeholder={nextReference}
        value={reference}
        max={35}
        fault={faultOf(referenceField, reference) ?? atField('reference')}
        change={(text) => type({ reference: text })}
      />
      <TextField
        label={t('sale.description')}
        placeholder={usualDescription ?? t('sale.description.hint')}
        value={description}
        max={140}
        fault={faultOf(descriptionField, description) ?? atField('description')}
        change={(text) => type({ description: text })}
      />
      <QuickAmounts choose={(cents) => change(withQuickAmount(now().entry.draft.amount, cents, amountText))} />
    </div>
  );
}

interface MessageProps {
  readonly fault: ErrorView | undefined;
  readonly pending: boolean;
  readonly tone?: 'red' | 'amber';
}

function Message({ fault, pending, tone = 'red' }: MessageProps) {
  const { t, error } = useWords();
  const waited = useElapsed(pending);
  const scanned = useUi((ui) => ui.entry.scan !== null);
  const entry = useTill((till) => till.counter.entry);
  // The question is shown below with its answers. The result of a scan replaces it here until the next user action.
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

function QuickAmounts({ choose }: { choose(cents: number): void }) {
  const { t, money } = useWords();
  const amounts = useTill((till) => till.counter.quickAmounts);
  if (amounts.length === 0) return null;
  return (
    <fieldset className={styles.amounts} aria-label={t('settings.counter.quickAmounts')}>
      {amounts.map((cents) => (
        <Button key={cents} className={styles.amount} keepsFocus onClick={() => choose(cents)}>
          {money(cents)}
        </Button>
      ))}
    </fieldset>
  );
}

interface Props {
  readonly text: string;
  readonly wrong: boolean;
  change(text: string): void;
  readonly paste: ((text: string) => void) | undefined;
}

function AmountBox({ text, wrong, change, paste }: Props) {
  const { t, money } = useWords();
  const shown = text === '' ? t('amount.empty') : text;
  const signFirst = money(0).startsWith('€');
  const box = useRef<HTMLInputElement>(null);
  useFocusOnArrival(box);
  return (
    <label className={`${fittedAmountStyles.amount} ${styles.amountBox}`} style={fittedWidth(`€ ${shown}`)}>
      {signFirst && (
        <span className={styles.sign} aria-hidden="true">
          {'€\u00a0'}
        </span>
      )}
      <input
        {...AMOUNT_BOX}
        ref={box}
        className={signFirst ? styles.input : `${styles.input} ${styles.beforeSign}`}
        aria-label={t('sale.amount')}
        aria-invalid={wrong}
        aria-describedby="amount-message"
        // The keypad is on the screen already: the system's on-screen keyboard would cover it at each focus.
        inputMode="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('amount.empty')}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onPaste={(event) => {
          if (paste === undefined) return;
          event.preventDefault();
          paste(event.clipboardData.getData('text'));
        }}
      />
      {!signFirst && (
        <span className={styles.sign} aria-hidden="true">
          {'\u00a0€'}
        </span>
      )}
    </label>
  );
}
