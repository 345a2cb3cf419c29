import type { Notice } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import styles from './issuer-dialog.module.css';

export function IssuerDialog() {
  const { t } = useWords();
  const id = useUi((ui) => ui.acceptingIssuer);
  const close = useUi((ui) => ui.acceptIssuer);
  const notice = useTill((till) =>
    till.notices.find((candidate) => candidate.action === 'accept-issuer' && candidate.id === id),
  );
  return (
    <Dialog title={t('issuer.title')} opened={notice !== undefined} close={() => close(null)}>
      {notice !== undefined && <Question notice={notice} close={() => close(null)} />}
    </Dialog>
  );
}

function Question({ notice, close }: { readonly notice: Notice; close(): void }) {
  const { t } = useWords();
  const accept = useCall('service.accept-issuer');
  const expected = String(notice.values?.['expected'] ?? '');
  const got = String(notice.values?.['got'] ?? '');
  const confirm = async () => {
    if ((await accept.run({ id: notice.id, issuer: got }))?.ok) close();
  };
  return (
    <DialogForm call={accept} confirm={t('issuer.accept')} submit={() => void confirm()} leave={close}>
      <p>{t('issuer.text')}</p>
      <dl className={styles.names}>
        <dt>{t('issuer.expected')}</dt>
        <dd>{expected}</dd>
        <dt>{t('issuer.got')}</dt>
        <dd>{got}</dd>
      </dl>
    </DialogForm>
  );
}
