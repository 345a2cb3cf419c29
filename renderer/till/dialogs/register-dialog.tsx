import type { RegisterDecision } from '../../../preload/contract/registers.ts';
import type { ErrorView, Notice } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { shownValues } from '../../ui/error-text.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';

/** Questions about a payment: who owns a recovered or found payment, and may a register charge again? */
export function RegisterDialog() {
  const { t } = useWords();
  const id = useUi((ui) => ui.dialogs.decidingRegister);
  const close = useUi((ui) => ui.dialogs.decideRegister);
  const notice = useTill((till) => till.notices.find((one) => one.id === id));
  const isRelease = notice?.action === 'release-register';
  const title = isRelease ? t('register-question.release', notice?.values) : t('register-question.found');
  return (
    <Dialog title={title} opened={notice !== undefined} close={() => close(null)}>
      {notice?.action === 'decide-register' && <Recovered notice={notice} />}
      {notice?.action === 'decide-payment' && <Found notice={notice} />}
      {notice !== undefined && isRelease && <Release notice={notice} />}
    </Dialog>
  );
}

function useDecision({ id }: Notice) {
  const call = useCall('registers.decide');
  const close = useUi((ui) => ui.dialogs.decideRegister);
  const decide = async (decision: RegisterDecision) => {
    if ((await call.run({ id, decision }))?.ok) close(null);
  };
  return { call, decide };
}

function Recovered({ notice }: { readonly notice: Notice }) {
  return <Question notice={notice} texts="register-question" {...useDecision(notice)} />;
}

function Found({ notice }: { readonly notice: Notice }) {
  const call = useCall('sale.decide');
  const close = useUi((ui) => ui.dialogs.decideRegister);
  const { saleId = '', values } = notice;
  // The displayed payment: a search may have found another payment meanwhile.
  const paymentId = String(values?.['paymentId']);
  const decide = async (decision: 'same' | 'another') => {
    if ((await call.run({ saleId, paymentId, decision }))?.ok) close(null);
  };
  return <Question notice={notice} texts="payment-question" call={call} decide={decide} />;
}

interface QuestionProps {
  readonly notice: Notice;
  readonly texts: 'register-question' | 'payment-question';
  readonly call: { readonly pending: boolean; readonly problem: ErrorView | undefined };
  decide(decision: 'same' | 'another'): Promise<void>;
}

function Question({ notice, texts, call, decide }: QuestionProps) {
  const { t, dayAndTime, firstOf, money } = useWords();
  const close = useUi((ui) => ui.dialogs.decideRegister);
  const { atMs, payer, reference, stage, amountCents } = notice.values ?? {};
  const words = { ...shownValues(notice.values, money), amount: money(Number(amountCents)) };
  const facts = [
    [t('register-question.time'), dayAndTime(Number(atMs))],
    [t('register-question.state'), t(firstOf([`stage.${stage}`], 'stage.unknown'))],
    [t('register-question.payer'), payer ?? t('register-question.nobody')],
    [t('register-question.reference'), reference],
  ];
  return (
    <DialogForm call={call} confirm={t(`${texts}.same`)} submit={() => void decide('same')} leave={() => close(null)}>
      <p className={styles.amount}>{words.amount}</p>
      <p>{t(`${texts}.found.text`, words)}</p>
      <p>{facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>
      <p>{t(`${texts}.same.text`, words)}</p>
      <p>{t(`${texts}.another.text`, words)}</p>
      <Button aria-disabled={call.pending} onClick={() => void decide('another')}>
        {t(`${texts}.another`)}
      </Button>
    </DialogForm>
  );
}

function Release({ notice }: { readonly notice: Notice }) {
  const { t, money } = useWords();
  const close = useUi((ui) => ui.dialogs.decideRegister);
  const { call, decide } = useDecision(notice);
  const words = { ...notice.values, amount: money(Number(notice.values?.['amountCents'] ?? 0)) };
  const kind = notice.code === 'register.waits' ? 'parked' : 'refilling';
  return (
    <DialogForm
      call={call}
      confirm={t('register-question.release.confirm')}
      kind="danger"
      submit={() => void decide('release')}
      leave={() => close(null)}
    >
      <p>{t(`register-question.release.${kind}`, words)}</p>
    </DialogForm>
  );
}
