import { useEffect, useRef, useState } from 'react';
import { descriptionField, referenceField } from '../../../preload/fields.ts';
import type { ErrorView } from '../../../preload/views.ts';
import { Button } from '../../ui/button.tsx';
import fittedAmountStyles from '../../ui/fitted-amount.module.css';
import { fittedWidth } from '../../ui/fitted-amount.tsx';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { faultOf } from '../form/field-fault.ts';
import { isUnfinished, parseAmount } from '../form/parse-amount.ts';
import { TextField } from '../form/text-field.tsx';
import { Note } from '../note.tsx';
import { emptyDraft, useTill, useUi, useUiNow } from '../till-store.ts';
import styles from './charge-screen.module.css';
import { Keypad, KeypadCorrections } from './keypad.tsx';
import { SaleLayout } from './sale-layout.tsx';
import { SaleState } from './sale-state.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import { useSaleKeys } from './use-sale-keys.ts';

const fields = ['amount', 'reference', 'description'];

/** No sale is on the screen: the cashier types an amount and charges it. */
export function ChargeScreen() {
  const { t } = useWords();
  const draft = useUi((ui) => ui.draft);
  const type = useUi((ui) => ui.type);
  const now = useUiNow();
  const nextReference = useTill((till) => till.nextReference);
  const start = useCall('sale.start');
  const [asked, setAsked] = useState(false);

  const change = (amount: string) => {
    setAsked(false);
    start.clear();
    type({ amount });
  };
  const press = (characters: string) => change(now().draft.amount + characters);
  const back = () => change(now().draft.amount.slice(0, -1));

  const charge = async () => {
    setAsked(true);
    const { amount, reference, description } = now().draft;
    const read = parseAmount(amount);
    if (!read.ok || faultOf(referenceField, reference) || faultOf(descriptionField, description)) return;
    const outcome = await start.run({
      amount: read.cents,
      ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
      ...(description.trim() === '' ? {} : { description: description.trim() }),
    });
    if (outcome?.ok) type(emptyDraft);
  };

  useSaleKeys({ figure: press, Backspace: back, Enter: charge, Escape: () => change('') });
  const chargeNext = useUi((ui) => ui.chargeNext);
  useEffect(() => {
    if (!chargeNext) return;
    type({});
    void charge();
  });

  const problem = start.problem;
  const atField = (name: string) => (problem?.field === name ? problem : undefined);
  return (
    <SaleLayout
      title={t('nav.sale')}
      amount={<AmountBox text={draft.amount} change={change} wrong={amountFault(draft.amount, asked) !== undefined} />}
      state={
        <Message
          fault={amountFault(draft.amount, asked) ?? atField('amount') ?? unplaced(problem)}
          pending={start.pending}
        />
      }
      body={
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
            placeholder={t('sale.description.hint')}
            value={draft.description}
            max={140}
            fault={faultOf(descriptionField, draft.description) ?? atField('description')}
            change={(description) => type({ description })}
          />
        </div>
      }
      pad={<Keypad press={press} />}
      second={<KeypadCorrections back={back} clear={() => change('')} />}
      main={
        <Button
          kind="main"
          aria-disabled={start.pending}
          onMouseDown={(event) => event.preventDefault()}
          onClick={charge}
        >
          {t('sale.charge')}
        </Button>
      }
    />
  );
}

function AmountBox(props: { readonly text: string; change(text: string): void; readonly wrong: boolean }) {
  const { t, money } = useWords();
  const shown = props.text === '' ? t('amount.empty') : props.text;
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
        ref={box}
        className={signFirst ? styles.input : `${styles.input} ${styles.beforeSign}`}
        aria-label={t('sale.amount')}
        aria-invalid={props.wrong}
        aria-describedby="amount-message"
        // The keys are on the screen already: the system's own would cover them each time the field has the focus.
        inputMode="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('amount.empty')}
        value={props.text}
        onChange={(event) => props.change(event.currentTarget.value)}
      />
      {!signFirst && (
        <span className={styles.sign} aria-hidden="true">
          {'\u00a0€'}
        </span>
      )}
    </label>
  );
}

/** What to do, what is wrong, or what the till waits for; in the place of the state. */
function Message({ fault, pending }: { readonly fault: ErrorView | undefined; readonly pending: boolean }) {
  const { t, error } = useWords();
  const waited = useElapsed(pending);
  if (fault !== undefined) {
    return (
      <div className={styles.message} id="amount-message">
        <Note tone="red">{error(fault)}</Note>
      </div>
    );
  }
  if (waited > 300) {
    return <SaleState stage="creating" word={t('stage.creating')} left={t('doing.creating')} share={undefined} />;
  }
  return (
    <div className={styles.message} id="amount-message">
      <p className={`${textStyles.sentence} ${textStyles.quiet}`}>{t('sale.idle')}</p>
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
