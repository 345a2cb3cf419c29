import type { RegisterDecision } from '../../../preload/contract/registers.ts';
import type { Notice } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { shownValues } from '../../ui/error-text.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';

/** Questions of a cash register: whose is a recovered payment, and may the register charge again? */
export function RegisterDialog() {
  const { t } = useWords();
  const id = useUi((ui) => ui.decidingRegister);
  const close = useUi((ui) => ui.decideRegister);
  const notice = useTill((till) => till.notices.find((one) => one.id === id));
  const isFound = notice?.action === 'decide-register';
  const title = isFound ? t('register-question.found') : t('register-question.release', notice?.values);
  return (
    <Dialog title={title} opened={notice !== undefined} close={() => close(null)}>
      {notice !== undefined && (isFound ? <Found notice={notice} /> : <Release notice={notice} />)}
    </Dialog>
  );
}

function useDecision({ id, values }: Notice) {
  const { money } = useWords();
  const call = useCall('registers.decide');
  const close = useUi((ui) => ui.decideRegister);
  const decide = async (decision: RegisterDecision) => {
    if ((await call.run({ id, decision }))?.ok) close(null);
  };
  const shown = shownValues(values, money);
  return { call, decide, leave: () => close(null), words: { ...shown, amount: shown['amountCents'] } };
}

function Found({ notice }: { readonly notice: Notice }) {
  const { t, dayAndTime, firstOf } = useWords();
  const { call, decide, leave, words } = useDecision(notice);
  const { atMs, payer, reference, stage } = notice.values ?? {};
  const facts = [
    [t('register-question.time'), dayAndTime(Number(atMs))],
    [t('register-question.state'), t(firstOf([`stage.${stage}`], 'stage.unknown'))],
    [t('register-question.payer'), payer ?? t('register-question.nobody')],
    [t('register-question.reference'), reference],
  ];
  return (
    <DialogForm call={call} confirm={t('register-question.same')} submit={() => void decide('same')} leave={leave}>
      <p className={styles.amount}>{words.amount}</p>
      <p>{t('register-question.found.text', words)}</p>
      <p>{facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>
      <p>{t('register-question.same.text', words)}</p>
      <p>{t('register-question.another.text', words)}</p>
      <Button aria-disabled={call.pending} onClick={() => void decide('another')}>
        {t('register-question.another')}
      </Button>
    </DialogForm>
  );
}

function Release({ notice }: { readonly notice: Notice }) {
  const { t } = useWords();
  const { call, decide, leave, words } = useDecision(notice);
  const kind = notice.code === 'register.waits' ? 'parked' : 'refilling';
  return (
    <DialogForm
      call={call}
      confirm={t('register-question.release.confirm')}
      kind="danger"
      submit={() => void decide('release')}
      leave={leave}
    >
      <p>{t(`register-question.release.${kind}`, words)}</p>
    </DialogForm>
  );
}
