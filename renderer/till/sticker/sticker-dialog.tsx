import { useState } from 'react';
import { type PosCodeView, stickerCodeField } from '../../../preload/contract/sticker.ts';
import { Button } from '../../ui/button.tsx';
import { useRead } from '../../ui/use-read.ts';
import { useWords } from '../../ui/use-words.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { faultOf } from '../form/field-fault.ts';
import { TextField } from '../form/text-field.tsx';
import { useTill } from '../till-store.ts';
import { StickerActions } from './sticker-actions.tsx';
import styles from './sticker-dialog.module.css';

export function StickerButton() {
  const { t } = useWords();
  const posId = useTill((till) => till.terminal.posId);
  const [opened, setOpened] = useState(false);
  if (posId === '') return null;
  return (
    <div className={styles.open}>
      <Button onClick={() => setOpened(true)}>{t('sticker.open')}</Button>
      <StickerDialog opened={opened} close={() => setOpened(false)} />
    </div>
  );
}

function StickerDialog({ opened, close }: { readonly opened: boolean; close(): void }) {
  const { t } = useWords();
  return (
    <Dialog title={t('sticker.title')} width="keypad" opened={opened} close={close}>
      <Sticker />
    </Dialog>
  );
}

function Sticker() {
  const { t, error } = useWords();
  const { value: known, problem } = useRead('sticker.read', {});
  const perPayment = useTill((till) => till.terminal.chargeWith === 'payment');
  if (perPayment) return <p className={styles.alone}>{t('sticker.per-payment')}</p>;
  if (problem !== undefined) return <p className={styles.alone}>{error(problem)}</p>;
  if (known === undefined) return null;
  if (known.kind === 'known')
    return (
      <StickerActions code={known.text}>
        <p>{t('sticker.known')}</p>
      </StickerActions>
    );
  return <GivenCode why={known.kind} />;
}

/** The service has not told the code: a manager who has it from the provider may give it. */
function GivenCode({ why }: { readonly why: Exclude<PosCodeView['kind'], 'known'> }) {
  const { t } = useWords();
  const posId = useTill((till) => till.terminal.posId);
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const fault = text === '' ? undefined : faultOf(stickerCodeField, text);
  const code = text === '' || fault !== undefined ? undefined : text;
  return (
    <StickerActions code={code}>
      <p>{t(`sticker.${why}`, { posId })}</p>
      <TextField
        label={t('sticker.given')}
        value={typed}
        fault={fault}
        hint={t('sticker.given.hint')}
        change={setTyped}
      />
      {code !== undefined && <p>{t('sticker.check')}</p>}
    </StickerActions>
  );
}
