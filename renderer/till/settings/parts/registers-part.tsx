import { useState } from 'react';
import type { RegisterView } from '../../../../preload/contract/registers.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { useCall, useRead } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { Note } from '../../../ui/note.tsx';
import textStyles from '../../../ui/text.module.css';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import { Group } from '../../layout/group.tsx';
import { useTill } from '../../till-store.ts';
import { Setting } from '../settings-inputs.tsx';
import { PairingDialog } from './pairing-dialog.tsx';
import styles from './people-part.module.css';

export function RegistersPart() {
  const { t } = useWords();
  return (
    <>
      <Group name={t('settings.part.registers')}>
        <Setting path="counter.register.on" />
        <Setting path="counter.register.refundLimit" />
        <Setting path="counter.register.keyHours" />
        <PairedRegisters />
      </Group>
      <Group name={t('settings.group.register-ways')}>
        <Setting path="counter.register.network" />
        <Setting path="counter.register.port" />
        <Setting path="counter.register.names" />
        <Setting path="counter.register.folder" />
        <Setting path="counter.register.oldestMinutes" />
        <Setting path="counter.register.zvtPort" />
        <Setting path="counter.register.training" />
      </Group>
    </>
  );
}

type Ending = Pick<RegisterView, 'id' | 'name'> & { readonly isPaired: boolean };
type Asking = { readonly kind: 'pair'; readonly known: readonly string[] } | ({ readonly kind: 'end' } & Ending);

/** Pairing and ending take effect at once, without the save bar. */
function PairedRegisters() {
  const { t, error, money } = useWords();
  const isOn = useTill((till) => till.counter.register?.on ?? false);
  const begin = useCall('registers.begin-pairing');
  const [asking, setAsking] = useState<Asking>();
  const [message, setMessage] = useState<string>();
  const { value, problem, read } = useRead('registers.read', {}, asking?.kind === 'pair' ? 1_000 : 5_000);
  useAnnounced(message);
  if (value === undefined) return problem === undefined ? null : <p>{error(problem)}</p>;
  const { registers, unpaired, address, problems, refundLimit } = value;
  const canPair = isOn && address !== undefined;
  const hint = canPair ? t('registers.pair.hint') : !isOn && t('registers.off');
  const pair = async () => {
    setMessage(undefined);
    if (!canPair || !(await begin.run({}))?.ok) return;
    await read();
    setAsking({ kind: 'pair', known: registers.map(({ id }) => id) });
  };
  const closeWith = (text: string | undefined) => {
    setAsking(undefined);
    setMessage(text);
    void read();
  };
  return (
    <div className={blocks.whole}>
      {problems.map((fault) => (
        <Note key={error(fault)} tone="red">
          {error(fault)}
        </Note>
      ))}
      {refundLimit !== undefined && (
        <Note tone="amber">{t('registers.refund-limit', { amount: money(refundLimit) })}</Note>
      )}
      {registers.length + unpaired.length > 0 && (
        <ul className={blocks.rows} aria-label={t('registers.list')}>
          {registers.map((register) => (
            <Register
              key={register.id}
              register={register}
              end={() => setAsking({ kind: 'end', ...register, isPaired: true })}
            />
          ))}
          {unpaired.map(({ id, name }) => (
            <li key={id} className={styles.person}>
              <p className={styles.name}>{name}</p>
              <Button
                aria-label={t('registers.end.of', { name })}
                onClick={() => setAsking({ kind: 'end', id, name, isPaired: false })}
              >
                {t('registers.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <Button aria-disabled={!canPair || begin.pending} onClick={() => void pair()}>
          {t('registers.pair')}
        </Button>
        <p className={begin.problem === undefined && message === undefined ? textStyles.quiet : undefined}>
          {begin.problem === undefined ? (message ?? hint) : error(begin.problem)}
        </p>
      </div>
      {asking?.kind === 'pair' && (
        <PairingDialog
          view={value}
          came={registers.find(({ id }) => !asking.known.includes(id))?.name}
          again={async () => void ((await begin.run({}))?.ok && (await read()))}
          close={closeWith}
        />
      )}
      {asking?.kind === 'end' && <EndDialog register={asking} close={closeWith} />}
    </div>
  );
}

function Register({ register, end }: { readonly register: RegisterView; end(): void }) {
  const { t, dayAndTime, nearTime } = useWords();
  const { name, pairedAt, origin, last } = register;
  const facts = [
    last && t(`registers.did.${last.did}`, { time: nearTime(last.at, Date.now()) }),
    t('registers.since', { time: dayAndTime(pairedAt) }),
    origin,
  ];
  return (
    <li className={styles.person}>
      <p className={styles.name}>
        {name}
        <span className={textStyles.quiet}>{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
      </p>
      <Button aria-label={t('registers.end.of', { name })} onClick={end}>
        {t('registers.end')}
      </Button>
    </li>
  );
}

interface EndProps {
  readonly register: Ending;
  close(message?: string): void;
}

function EndDialog({ register: { id, name, isPaired }, close }: EndProps) {
  const { t } = useWords();
  const end = useCall('registers.end');
  const submit = async () => {
    if ((await end.run({ id }))?.ok) close(t('registers.ended', { name }));
  };
  return (
    <Dialog title={t('registers.end.title', { name })} close={close}>
      <DialogForm
        call={end}
        confirm={t('registers.end')}
        kind="danger"
        submit={() => void submit()}
        leaveText={t('people.keep')}
        leave={close}
      >
        <p>{t(isPaired ? 'registers.end.text' : 'registers.end.text.own', { name })}</p>
      </DialogForm>
    </Dialog>
  );
}
