import { useState } from 'react';
import { Button } from '../../renderer/ui/button.tsx';
import { Dialog } from '../../renderer/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../renderer/ui/dialogs/dialog-form.tsx';
import { ChoiceBox } from '../../renderer/ui/form/choice-box.tsx';
import { TextField } from '../../renderer/ui/form/text-field.tsx';
import { CODE_HOURS, type Received } from '../web/contract.ts';
import { useAct } from './ask.ts';
import { useHere, useMe } from './here.ts';
import styles from './parts.module.css';
import { ActButton, Problem } from './parts.tsx';
import { useText } from './words.ts';

type Made = Received<'enrol.make'>;

export function Enrol() {
  const { t } = useText();
  const { seen } = useMe();
  const here = useHere();
  const [of, setOf] = useState({ shop: '', tills: '1', merchants: '', hours: '1' });
  const [made, setMade] = useState<Made>();
  const hours = CODE_HOURS.find((one) => String(one) === of.hours) ?? 1;
  const merchants = of.merchants.split(/[\s,;]+/).filter(Boolean);
  const text = (name: 'tills' | 'merchants', max: number, more: { numeric?: true; hint?: string }) => (
    <TextField
      label={t(`chain.enrol.${name}`)}
      value={of[name]}
      max={max}
      fault={undefined}
      change={(value) => setOf({ ...of, [name]: value })}
      {...more}
    />
  );
  return (
    <>
      <ActButton
        text={t('chain.enrol')}
        confirm={t('chain.enrol.make')}
        act="enrol.make"
        body={{ shop: of.shop, tills: Number(of.tills), merchants, hours }}
        opening={() => setOf({ ...of, shop: here.of('shop') ?? seen[0]?.shop ?? '' })}
        done={setMade}
      >
        <p>{t('chain.enrol.text')}</p>
        <ChoiceBox
          label={t('chain.shop')}
          value={of.shop}
          options={seen.map(({ shop, name }) => ({ value: shop, label: name }))}
          choose={(shop) => setOf({ ...of, shop })}
        />
        {text('tills', 3, { numeric: true })}
        {text('merchants', 500, { hint: t('chain.enrol.merchants.hint') })}
        <ChoiceBox
          label={t('chain.enrol.time')}
          value={of.hours}
          options={CODE_HOURS.map((one) => ({ value: String(one), label: t(`chain.enrol.time.${one}`) }))}
          choose={(time) => setOf({ ...of, hours: time })}
        />
      </ActButton>
      <MadeCode of={made} close={() => setMade(undefined)} />
    </>
  );
}

/** The till keeps its number, and is not affected until the code is used. */
export function EnrolAgain({ till }: { readonly till: number }) {
  const { t } = useText();
  const call = useAct('enrol.make');
  const [made, setMade] = useState<Made>();
  const make = async () => {
    const outcome = await call.run({ till });
    if (outcome?.ok) setMade(outcome.value);
  };
  return (
    <>
      <Button onClick={() => void make()}>{t('chain.enrol.again')}</Button>
      {call.problem && <Problem of={call.problem} />}
      <MadeCode of={made} text={t('chain.enrol.again.text')} close={() => setMade(undefined)} />
    </>
  );
}

interface MadeProps {
  readonly of: Made | undefined;
  readonly text?: string;
  close(): void;
}

/** Shows the code once: only its hash is stored. */
function MadeCode({ of, text, close }: MadeProps) {
  const { t, nearTime } = useText();
  return (
    <Dialog title={t('chain.enrol')} opened={of !== undefined} guarded close={close}>
      {of !== undefined && (
        <DialogForm leaveText={t('dialog.close')} leave={close}>
          {text !== undefined && <p>{text}</p>}
          <p className={styles.code}>{of.code}</p>
          <p>{t('chain.enrol.made', { address: location.origin, time: nearTime(of.expiresAt, Date.now()) })}</p>
        </DialogForm>
      )}
    </Dialog>
  );
}
