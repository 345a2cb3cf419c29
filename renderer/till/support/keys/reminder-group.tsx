import { type FormEvent, useState } from 'react';
import { type KeysView, keyRenewal, REMIND_DAYS } from '../../../../preload/contract/keys.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button.tsx';
import textStyles from '../../../ui/text.module.css';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { ChoiceBox } from '../../form/choice-box.tsx';
import { DayField } from '../../form/day-box.tsx';
import blocks from '../../layout/blocks.module.css';
import { Group } from '../../layout/group.tsx';
import styles from './keys-tab.module.css';

interface Props {
  readonly renewal: KeysView['renewal'];
  changed(): void;
}

export function ReminderGroup({ renewal, changed }: Props) {
  const { t, error } = useWords();
  const remind = useCall('keys.remind');
  const [day, setDay] = useState(renewal?.day ?? '');
  const [before, setBefore] = useState<number>(renewal?.daysBefore ?? 14);
  const problem = remind.problem && error(remind.problem);
  useAnnounced(problem);
  const wished = keyRenewal.safeParse({ day, daysBefore: before }).data;
  const isNew = wished !== undefined && (wished.day !== renewal?.day || wished.daysBefore !== renewal.daysBefore);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isNew && (await remind.run({ renewal: wished }))?.ok) changed();
  };
  const remove = async () => {
    if ((await remind.run({}))?.ok) changed();
  };
  return (
    <Group name={t('keys.group.reminder')}>
      <form className={blocks.whole} onSubmit={(event) => void submit(event)} noValidate>
        <p className={textStyles.quiet}>{problem ?? t('keys.reminder.text')}</p>
        <div className={styles.day}>
          <DayField label={t('keys.reminder.day')} value={day} wrong={false} mayBeEmpty choose={setDay} />
          <ChoiceBox
            label={t('keys.reminder.before')}
            value={String(before)}
            options={REMIND_DAYS.map((days) => ({ value: `${days}`, label: t(`keys.reminder.before.${days}`) }))}
            choose={(days) => setBefore(Number(days))}
          />
        </div>
        <div className={blocks.acts}>
          <Button type="submit" aria-disabled={!isNew || remind.pending}>
            {t('keys.reminder.save')}
          </Button>
          {renewal !== undefined && <Button onClick={() => void remove()}>{t('keys.reminder.remove')}</Button>}
        </div>
      </form>
    </Group>
  );
}
