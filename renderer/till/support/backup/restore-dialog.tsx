import { useEffect, useRef, useState } from 'react';
import type { RestoreChange, RestoredJournal, RestorePreview } from '../../../../preload/contract/backup.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { NamedRows, ScrolledRegion } from '../../../ui/dialogs/scrolled-region.tsx';
import { CheckBox } from '../../../ui/form/check-box.tsx';
import { useSecretText } from '../../../ui/form/secret.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Note } from '../../../ui/note.tsx';
import { settingValue } from '../../../ui/setting-value.ts';
import { settingNames } from '../../../ui/setting-words.ts';
import { useWords, type Words } from '../../../ui/use-words.ts';
import { DialogKeypad } from '../../form/keypad.tsx';
import { PinBox, usePin } from '../../form/pin.tsx';
import { isOfPassphrase } from './backup-dialogs.tsx';
import styles from './backup-tab.module.css';

export function useRestore() {
  const choose = useCall('restore.choose');
  const [chosen, setChosen] = useState<{ readonly id: number; readonly file: string }>();
  const ask = async () => {
    const outcome = await choose.run({});
    if (outcome?.ok && outcome.value.chosen !== null) setChosen(outcome.value.chosen);
  };
  return {
    start: () => void ask(),
    problem: choose.problem,
    dialog: chosen && <RestoreDialog key={chosen.id} chosen={chosen} close={() => setChosen(undefined)} />,
  };
}

interface Chosen {
  readonly id: number;
  readonly file: string;
}

interface Props {
  readonly chosen: Chosen;
  close(): void;
}

function RestoreDialog({ chosen, close }: Props) {
  const { t } = useWords();
  const { run: cancel } = useCall('restore.cancel');
  const [preview, setPreview] = useState<RestorePreview>();
  const { id } = chosen;
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Every exit cancels: the button, another tab, the end of the session. Delayed, because React may mount the component
  // twice.
  useEffect(() => {
    clearTimeout(leaving.current);
    return () => {
      leaving.current = setTimeout(() => void cancel({ id }));
    };
  }, [cancel, id]);
  return (
    <Dialog title={t('backup.restore.title')} width={preview === undefined ? 'usual' : 'keypad'} guarded close={close}>
      {preview === undefined ? (
        <PassphraseForm chosen={chosen} opened={setPreview} leave={close} />
      ) : (
        <ConfirmForm preview={preview} leave={close} />
      )}
    </Dialog>
  );
}

interface PassphraseProps {
  readonly chosen: Chosen;
  opened(preview: RestorePreview): void;
  leave(): void;
}

function PassphraseForm({ chosen, opened, leave }: PassphraseProps) {
  const { t } = useWords();
  const open = useCall('restore.open');
  const [passphrase, setPassphrase] = useSecretText();
  const { problem, pending } = open;
  const isAtPassphrase = isOfPassphrase(problem);
  const submit = async () => {
    if (passphrase === '') return;
    const outcome = await open.run({ id: chosen.id, passphrase });
    setPassphrase('');
    if (outcome?.ok) opened(outcome.value);
  };
  return (
    <DialogForm
      call={{ pending, problem: isAtPassphrase ? undefined : problem }}
      confirm={t('backup.restore.open', { file: chosen.file })}
      submit={() => void submit()}
      leave={leave}
    >
      <p>{t(pending ? 'backup.restore.opening' : 'backup.restore.asks')}</p>
      <TextField
        label={t('provision.passphrase')}
        first
        secret
        value={passphrase}
        fault={isAtPassphrase ? problem : undefined}
        change={(text) => {
          open.clear();
          setPassphrase(text);
        }}
      />
    </DialogForm>
  );
}

function ConfirmForm({ preview, leave }: { readonly preview: RestorePreview; leave(): void }) {
  const { t, dayAndTime } = useWords();
  const confirm = useCall('restore.confirm');
  const pin = usePin(confirm.problem);
  const [asked, setAsked] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [starting, setStarting] = useState(false);
  const { id, file, madeAt, madeBy, otherTerminal, takesPlace, refused, needsPin, pins } = preview;
  const restore = async (managerPin?: string) => {
    const outcome = await confirm.run({ id, managerPin, otherTerminal: otherTerminal ? true : undefined });
    setAsked(false);
    if (outcome?.ok) setStarting(true);
  };
  const submit = () => {
    setAsked(true);
    if (refused !== undefined || (otherTerminal && !agreed)) return;
    void (needsPin ? pin.give(restore) : restore());
  };
  return (
    <DialogForm
      keypad={needsPin ? <DialogKeypad field={pin.keys} whole /> : undefined}
      call={{ pending: confirm.pending, problem: needsPin ? pin.otherProblem : confirm.problem }}
      blocked={starting || refused !== undefined}
      confirm={t(starting ? 'backup.restore.starting' : 'backup.restore.confirm')}
      submit={submit}
      leave={leave}
    >
      <p>{t('backup.restore.of', { file, when: dayAndTime(madeAt), version: madeBy })}</p>
      {refused !== undefined && <Note tone="red">{t(`backup.restore.refused.${refused}`)}</Note>}
      {otherTerminal && <Note tone="amber">{t('backup.restore.other')}</Note>}
      {takesPlace && <p>{t('backup.restore.takes-place')}</p>}
      <RestorePreviewParts preview={preview} />
      {otherTerminal && refused === undefined && (
        <CheckBox checked={agreed} tone={asked && !agreed ? 'red' : undefined} change={setAgreed}>
          {t('backup.restore.other.yes')}
        </CheckBox>
      )}
      {needsPin && (
        <PinBox pin={pin} keypad hint={t(pins === 'new' ? 'backup.restore.pin.new' : 'backup.restore.pin')} />
      )}
    </DialogForm>
  );
}

function RestorePreviewParts({ preview }: { readonly preview: RestorePreview }) {
  const { t } = useWords();
  const { people, pins, kept } = preview;
  return (
    <ScrolledRegion className={styles.preview} name={t('provision.changes')}>
      <Journals journals={preview.journals} />
      <div className={styles.part}>
        <h3>{t('settings.part.people')}</h3>
        {people.length === 0 && <p>{t('backup.restore.people.none')}</p>}
        <ul>
          {people.map(({ name, change }) => (
            <li key={`${name} ${change}`}>{t(`backup.restore.person.${change}`, { name })}</li>
          ))}
        </ul>
        <p>{t(`backup.restore.pins.${pins}`)}</p>
      </div>
      <Keys preview={preview} />
      <Changes changes={preview.changes} />
      <p>{t('backup.restore.kept', { folder: kept })}</p>
      {preview.journals.some(({ what }) => what === 'restored') && <p>{t('backup.restore.service')}</p>}
    </ScrolledRegion>
  );
}

function Keys({ preview: { keys, key, addedKey, keysLost, missing } }: { readonly preview: RestorePreview }) {
  const { t, dayAndTime } = useWords();
  const bad = [
    ...missing.map((which) => t(`backup.restore.missing.${which}`)),
    ...keysLost.map((kid) => t('backup.restore.key.lost', { kid })),
  ];
  return (
    <div className={styles.part}>
      <h3>{t('support.tab.keys')}</h3>
      <p>{t(`backup.restore.keys.${keys}`)}</p>
      {key !== undefined && (
        <p>
          {key.since === undefined
            ? t('backup.restore.key', { kid: key.kid })
            : t('backup.restore.key.since', { kid: key.kid, when: dayAndTime(key.since) })}
        </p>
      )}
      {addedKey !== undefined && <p>{t('backup.restore.key.beside', { kid: addedKey })}</p>}
      {bad.map((text) => (
        <p key={text} data-tone="red" className={styles.message}>
          {text}
        </p>
      ))}
    </div>
  );
}

function Journals({ journals }: Pick<RestorePreview, 'journals'>) {
  const words = useWords();
  const { t } = words;
  if (journals.length === 0) return null;
  return (
    <NamedRows
      className={styles.table}
      heads={[t('nav.payments'), t('backup.restore.in-backup'), t('backup.restore.here'), t('backup.restore.then')]}
      rows={journals.map(({ environment, profile, inBackup, here, what }) => ({
        key: `${environment} ${profile}`,
        name: t('backup.restore.account', { environment, profile }),
        cells: [countText(inBackup, words), countText(here, words), t(`backup.restore.journal.${what}`)],
      }))}
    />
  );
}

function countText(count: RestoredJournal['here'], { t, dayAndTime }: Words): string {
  if (count === undefined) return t('backup.restore.count.none');
  const { payments, lastAt } = count;
  if (lastAt === undefined) return t('count.payments', { count: payments });
  return t('backup.restore.count.until', { count: payments, when: dayAndTime(lastAt) });
}

function Changes({ changes }: Pick<RestorePreview, 'changes'>) {
  const words = useWords();
  const { t } = words;
  if (changes.length === 0) return <p>{t('backup.restore.settings.same')}</p>;
  return (
    <NamedRows
      className={styles.table}
      heads={[t('nav.settings'), t('backup.restore.here'), t('backup.restore.then')]}
      rows={changes.map((change) => ({
        key: change.field,
        name: settingNames(change.field, words),
        cells: [valueText(change, change.before, words), valueText(change, change.after, words)],
      }))}
    />
  );
}

function valueText({ field }: RestoreChange, value: RestoreChange['before'], words: Words): string {
  // Lists and screens would need too much room.
  return /^[[{]/.test(String(value)) ? words.t('backup.restore.value') : settingValue(field, value, words);
}
