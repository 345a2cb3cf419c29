import type { Notice } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import styles from './response-path-dialog.module.css';

export function ResponsePathDialog() {
  const { t } = useWords();
  const id = useUi((ui) => ui.dialogs.acceptingPath);
  const close = useUi((ui) => ui.dialogs.acceptPath);
  const notice = useTill((till) =>
    till.notices.find((candidate) => candidate.action === 'accept-path' && candidate.id === id),
  );
  return (
    <Dialog title={t('response-path.title')} opened={notice !== undefined} close={() => close(null)}>
      {notice !== undefined && <Question notice={notice} close={() => close(null)} />}
    </Dialog>
  );
}

function Question({ notice, close }: { readonly notice: Notice; close(): void }) {
  const { t } = useWords();
  const accept = useCall('service.accept-path');
  const expected = String(notice.values?.['expected'] ?? '');
  const got = String(notice.values?.['got'] ?? '');
  const confirm = async () => {
    if ((await accept.run({ id: notice.id, path: got }))?.ok) close();
  };
  return (
    <DialogForm call={accept} confirm={t('response-path.accept')} submit={() => void confirm()} leave={close}>
      <p>{t('response-path.text')}</p>
      <dl className={styles.paths}>
        <dt>{t('response-path.expected')}</dt>
        <dd>{expected}</dd>
        <dt>{t('response-path.got')}</dt>
        <dd>{got}</dd>
      </dl>
    </DialogForm>
  );
}
