import type { ErrorView } from '../../../preload/contract/views.ts';
import { useRead } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { useWords } from '../../ui/use-words.ts';
import blocks from '../layout/blocks.module.css';
import { useUi } from '../till-store.ts';
import type { Sheet } from './sheet.ts';
import { usePaper } from './use-paper.tsx';

/** The sheet is kept until the user decides. */
export function PrinterDialog() {
  const { t } = useWords();
  const unprinted = useUi((ui) => ui.paper.unprinted);
  const offer = useUi((ui) => ui.paper.offerPrinter);
  return (
    <Dialog title={t('paper.unprinted')} opened={unprinted !== null} close={() => offer(null)}>
      {unprinted !== null && <Printers {...unprinted} close={() => offer(null)} />}
    </Dialog>
  );
}

interface Props {
  readonly sheet: Sheet;
  readonly problem: ErrorView;
  close(): void;
}

function Printers({ sheet, problem, close }: Props) {
  const { t } = useWords();
  const paper = usePaper();
  const { printers = [] } = useRead('paper.printers', {}).value ?? {};
  const leaveWhen = async (work: Promise<unknown>) => {
    if (await work) close();
  };
  const gone = problem.values?.['printer'];
  return (
    <DialogForm
      call={{ pending: paper.pending, problem: paper.problem ?? problem }}
      confirm={t('notices.action.try-again')}
      submit={() => void leaveWhen(paper.print(sheet))}
      leave={close}
    >
      <div className={blocks.rows}>
        {printers
          .filter(({ name }) => name !== gone)
          .map(({ name, label }) => (
            <Button
              key={name}
              aria-disabled={paper.pending}
              onClick={() => void leaveWhen(paper.print(sheet, { printer: name, silent: true }))}
            >
              {t('paper.print-on', { printer: label })}
            </Button>
          ))}
        <Button
          aria-disabled={paper.pending}
          onClick={() => void leaveWhen(paper.print(sheet, { printer: '', silent: false }))}
        >
          {t('paper.print-dialog')}
        </Button>
        <Button aria-disabled={paper.pending} onClick={() => void leaveWhen(paper.savePdf(sheet))}>
          {t('receipt.save')}
        </Button>
      </div>
    </DialogForm>
  );
}
