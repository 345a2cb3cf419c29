import { useState } from 'react';
import { serviceUrlField } from '../../../../preload/contract/fields.ts';
import type { HeadOfficeView } from '../../../../preload/contract/head-office.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { useCall, useRead } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { fault, faultOf } from '../../../ui/form/field-fault.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Note } from '../../../ui/note.tsx';
import { settingName, settingNames } from '../../../ui/setting-words.ts';
import textStyles from '../../../ui/text.module.css';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import { Group } from '../../layout/group.tsx';
import facts from '../../terminal/about-part.module.css';
import { useTill } from '../../till-store.ts';

/** Enrolling and leaving take effect at once, without the save bar. */
export function HeadOfficePart() {
  const { t, error } = useWords();
  const { value, problem, read } = useRead('head-office.read', {}, 5_000);
  const isManager = useTill((till) => till.role === 'manager');
  return (
    <Group name={t('settings.part.head-office')}>
      <p className={`${blocks.whole} ${textStyles.quiet}`}>{t('head-office.text')}</p>
      {value === undefined && problem !== undefined && <p className={blocks.whole}>{error(problem)}</p>}
      {value?.enrolled !== undefined && <Enrolled {...value.enrolled} isManager={isManager} changed={read} />}
      {value?.joining !== undefined && <Joining {...value.joining} />}
      {value !== undefined && value.enrolled === undefined && isManager && <Enrolment enrolled={read} />}
    </Group>
  );
}

function Joining({ address, problem }: NonNullable<HeadOfficeView['joining']>) {
  const { t, error } = useWords();
  const message = t('head-office.joining', { address });
  return <Note tone="amber">{problem ? `${message} ${error(problem)}` : message}</Note>;
}

function Enrolment({ enrolled }: { enrolled(): Promise<void> }) {
  const { t, error } = useWords();
  const enrol = useCall('head-office.enrol');
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const addressFault = faultOf(serviceUrlField, address.trim());
  const codeFault = code.trim() === '' ? fault('field.required') : undefined;
  const message = enrol.problem && error(enrol.problem);
  useAnnounced(message);
  const submit = async () => {
    setAsked(true);
    if (addressFault !== undefined || codeFault !== undefined) return;
    if ((await enrol.run({ address: address.trim(), code: code.trim() }))?.ok) await enrolled();
  };
  const box = (change: (text: string) => void) => ({ change, enter: () => void submit() });
  return (
    <>
      <TextField
        label={t('head-office.address')}
        hint={t('head-office.address.hint')}
        value={address}
        fault={asked ? addressFault : undefined}
        {...box(setAddress)}
      />
      <TextField
        label={t('head-office.code')}
        hint={t('head-office.code.hint')}
        value={code}
        fault={asked ? codeFault : undefined}
        {...box(setCode)}
      />
      <div className={facts.acts}>
        <Button kind="main" aria-disabled={enrol.pending} onClick={() => void submit()}>
          {t('head-office.enrol')}
        </Button>
        {message !== undefined && <p>{message}</p>}
      </div>
    </>
  );
}

interface Props extends NonNullable<HeadOfficeView['enrolled']> {
  readonly isManager: boolean;
  changed(): Promise<void>;
}

function Enrolled({ isManager, changed, ...enrolled }: Props) {
  const words = useWords();
  const { t, error, nearTime } = words;
  const isTraining = useTill((till) => till.terminal.mode === 'training');
  const [leaving, setLeaving] = useState(false);
  const { chain: name, till, address, shippedAt, waiting, problem, sets, settingsProblem } = enrolled;
  const problems = [problem, settingsProblem].flatMap((one) => one ?? []);
  const nameOf = (path: unknown) => settingName(String(path), words);
  const shipped = shippedAt && t('head-office.shipped', { time: nearTime(shippedAt, Date.now()) });
  const waits = waiting === 0 ? t('head-office.all-shipped') : waiting && t('head-office.waiting', { waiting });
  const state = isTraining
    ? [t('head-office.training')]
    : [shipped ?? t('head-office.not-shipped'), waits].filter((text) => text !== undefined);
  return (
    <>
      <div className={blocks.whole}>
        {problems.map((one) => (
          <Note key={one.code} tone="red">
            {error({ ...one, values: { ...one.values, path: nameOf(one.values?.['path']) } })}
          </Note>
        ))}
        <p>{t('head-office.enrolled', { name, till })}</p>
        <p>{t('head-office.at', { address })}</p>
        <p role="status">{state.join(' · ')}</p>
        {sets.length > 0 && <p>{t('head-office.sets', { names: settingNames(sets.join(' '), words) })}</p>}
      </div>
      {isManager && (
        <div className={facts.acts}>
          <Button onClick={() => setLeaving(true)}>{t('head-office.leave')}</Button>
        </div>
      )}
      {leaving && <LeaveDialog name={name} close={() => setLeaving(false)} left={changed} />}
    </>
  );
}

interface LeaveProps {
  readonly name: string;
  close(): void;
  left(): Promise<void>;
}

function LeaveDialog({ name, close, left }: LeaveProps) {
  const { t } = useWords();
  const leave = useCall('head-office.leave');
  const submit = async () => {
    if ((await leave.run({}))?.ok) await left();
  };
  return (
    <Dialog title={t('head-office.leave.title', { name })} close={close}>
      <DialogForm
        call={leave}
        confirm={t('head-office.leave')}
        kind="danger"
        submit={() => void submit()}
        leaveText={t('head-office.stay')}
        leave={close}
      >
        <p>{t('head-office.leave.text')}</p>
      </DialogForm>
    </Dialog>
  );
}
