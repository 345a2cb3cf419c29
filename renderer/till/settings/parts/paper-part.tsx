import { useWatch } from 'react-hook-form';
import type { PaperSize } from '../../../../preload/contract/setting-values.ts';
import { Button } from '../../../ui/button.tsx';
import type { SettingsTexts } from '../../../ui/setting-texts.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import styles from '../../paper/paper.module.css';
import { Row } from '../../paper/receipts.tsx';
import { PaperOutcome, usePaper } from '../../paper/use-paper.tsx';
import { useTill } from '../../till-store.ts';
import { Setting } from '../settings-inputs.tsx';
import { PrinterInput } from './printer-input.tsx';

export function PaperPart() {
  const { t } = useWords();
  const silent = useWatch<SettingsTexts, 'counter.printing.silent'>({ name: 'counter.printing.silent' });
  return (
    <>
      <Group name={t('settings.counter.printing.printer')}>
        <PrinterInput />
        <Setting wide path="counter.printing.paper" />
        <Setting path="counter.printing.silent" />
        <TestPrint />
      </Group>
      <Group name={t('settings.group.receipts')}>
        <Setting path="counter.printing.automatic" disabled={!silent} />
      </Group>
    </>
  );
}

export function TestPrint() {
  const { t } = useWords();
  const acts = usePaper();
  const { paper, printer, silent } = useWatch<SettingsTexts, 'counter.printing'>({ name: 'counter.printing' });
  const print = () => acts.print({ kind: 'test', content: <TestSheet paper={paper} />, paper }, { printer, silent });
  return (
    <>
      <Button aria-disabled={acts.pending} onClick={() => void print()}>
        {t('paper.test')}
      </Button>
      <PaperOutcome paper={acts} />
    </>
  );
}

const LARGEST = 99_999_999;

function TestSheet({ paper }: { readonly paper: PaperSize }) {
  const words = useWords();
  const { t } = words;
  const shopName = useTill((till) => till.terminal.shopName);
  return (
    <>
      <h1>{shopName || t('app.name')}</h1>
      <p className={styles.big}>{t('paper.test')}</p>
      <hr />
      <dl>
        <Row name={t('settings.counter.printing.paper')} value={t(`paper.size.${paper}`)} />
        <Row name="ÄÖÜß Éèç Œñ €" value={words.money(LARGEST)} big />
      </dl>
      <hr />
      <p>{t('paper.test.text')}</p>
    </>
  );
}
