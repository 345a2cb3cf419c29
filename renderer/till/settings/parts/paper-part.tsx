import { useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { PaperOutcome } from '../../paper/paper-outcome.tsx';
import { TestSheet } from '../../paper/test-sheet.tsx';
import { usePaper } from '../../paper/use-paper.ts';
import type { SettingsTexts } from '../setting-texts.ts';
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
