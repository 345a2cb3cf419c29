import type { ProvisioningFault, ProvisioningStage } from '../../../preload/contract/provisioning.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useWords } from '../../ui/use-words.ts';
import { DialogForm } from './dialog-form.tsx';
import styles from './provisioning-faults.module.css';

interface Props {
  readonly question: ProvisioningStage<'faults'>;
  close(): void;
}

/** A scrolling area without a button must be reached by the keyboard all the same (WCAG 2.1.1). */
const scrolledByKeys = { tabIndex: 0 } as const;

export function ProvisioningFaults({ question: { file, faults, count }, close }: Props) {
  const { t } = useWords();
  const told = t('provision.faults.text', { file, count });
  useAnnounced(told);
  return (
    <DialogForm leaveText={t('dialog.close')} leave={close}>
      <p>{told}</p>
      <section className={styles.faults} aria-label={t('provision.faults')} {...scrolledByKeys}>
        <ol className={styles.list}>
          {faults.map((fault) => (
            <Fault key={`${fault.place} ${fault.code}`} fault={fault} />
          ))}
        </ol>
        {count > faults.length && <p>{t('provision.faults.more', { count: count - faults.length })}</p>}
      </section>
    </DialogForm>
  );
}

function Fault({ fault: { place, code, values } }: { readonly fault: ProvisioningFault }) {
  const { t, error } = useWords();
  const expected = code === 'field.invalid' && values['expected'];
  return (
    <li>
      {place !== '' && <code className={styles.place}>{place}</code>}
      <span>
        {error({ code, message: code, retryable: false, values })}
        {expected && ` ${t('provision.faults.expected', { expected })}`}
      </span>
    </li>
  );
}
