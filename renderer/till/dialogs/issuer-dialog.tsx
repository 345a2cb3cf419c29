import { Modal } from '@mantine/core';
import type { Notice } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import dialogStyles from './dialog.module.css';
import { dialogProps } from './dialog-props.ts';
import styles from './issuer-dialog.module.css';

/** Asks a manager whether the service may sign under its new name, and shows the old and the new one. */
export function IssuerDialog() {
  const { t } = useWords();
  const id = useUi((ui) => ui.acceptingIssuer);
  const close = useUi((ui) => ui.acceptIssuer);
  const notice = useTill((till) =>
    till.notices.find((candidate) => candidate.action === 'accept-issuer' && candidate.id === id),
  );
  return (
    <Modal
      {...dialogProps}
      opened={notice !== undefined}
      onClose={() => close(null)}
      title={t('issuer.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {notice !== undefined && <Question notice={notice} close={() => close(null)} />}
    </Modal>
  );
}

function Question({ notice, close }: { readonly notice: Notice; close(): void }) {
  const words = useWords();
  const { t } = words;
  const accept = useCall('service.accept-issuer');
  const expected = String(notice.values?.['expected'] ?? '');
  const got = String(notice.values?.['got'] ?? '');
  const problem = accept.problem === undefined ? '' : words.error(accept.problem);
  useAnnounced(problem);
  const confirm = async () => {
    const outcome = await accept.run({ id: notice.id, issuer: got });
    if (outcome?.ok) close();
  };
  return (
    <div className={dialogStyles.dialog}>
      <p>{t('issuer.text')}</p>
      <dl className={styles.names}>
        <dt>{t('issuer.expected')}</dt>
        <dd>{expected}</dd>
        <dt>{t('issuer.got')}</dt>
        <dd>{got}</dd>
      </dl>
      <p className={dialogStyles.message}>{problem}</p>
      <div className={dialogStyles.actions}>
        <Button onClick={close}>{t('dialog.not-now')}</Button>
        <Button kind="main" aria-disabled={accept.pending} onClick={() => void confirm()}>
          {t('issuer.accept')}
        </Button>
      </div>
    </div>
  );
}
