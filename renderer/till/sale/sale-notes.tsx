import { type ReactNode, useRef } from 'react';
import type { ErrorView, SaleView } from '../../../preload/views.ts';
import { isRunning, shownStage, type Tone } from '../../ui/sale-stage.ts';
import textStyles from '../../ui/text.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { Note } from '../note.tsx';
import { scanText } from '../scanner/scan-line.tsx';
import { useUi } from '../till-store.ts';
import styles from './sale-notes.module.css';
import { useProgressText } from './use-progress-text.ts';

interface Props {
  readonly sale: SaleView;
  /** Escape was pressed: Enter now cancels, and Escape goes on waiting. */
  readonly doubting?: boolean;
  /** Why main refused what was pressed on this screen. */
  readonly problems: readonly (ErrorView | undefined)[];
  readonly asking?: boolean;
}

interface SaleNote {
  readonly key: string;
  readonly tone: Tone;
  readonly text: ReactNode;
}

/** What else is to be said about a sale, the most urgent first, and no more than fits. */
export function SaleNotes({ sale, doubting = false, problems, asking = false }: Props) {
  const words = useWords();
  const scan = useUi((ui) => ui.scan);
  const doing = useProgressText(sale.doing);
  const asked = useElapsed(asking || sale.verdict?.kind === 'asking');
  const verdict = useCurrentVerdict(sale);
  const notes: (SaleNote | undefined)[] = [
    doubting ? { key: 'doubt', tone: 'red', text: words.t('cancel.doubt') } : undefined,
    scan === null
      ? undefined
      : { key: 'scan', tone: scan.use === 'none' ? 'amber' : 'blue', text: scanText(scan, words) },
    sale.leavable && !doubting ? { key: 'leave', tone: 'amber', text: words.t('following.leave') } : undefined,
    cancelNote(sale, words),
    verdictNote(sale, verdict, words, asked),
    ...[...problems, sale.problem].map((problem, index) => problemNote(problem, words, index)),
    doing === undefined ? undefined : { key: 'doing', tone: 'blue', text: doing },
  ];
  return (
    <div className={styles.notes} aria-live="polite">
      {notes
        .filter((note) => note !== undefined)
        .slice(0, 2)
        .map((note) => (
          <Note key={note.key} tone={note.tone}>
            {note.text}
          </Note>
        ))}
    </div>
  );
}

function cancelNote(sale: SaleView, { t }: Words): SaleNote | undefined {
  if (sale.cancel === 'no' || sale.stage === 'cancelled' || shownStage(sale) === 'cancelling') return undefined;
  const isOver = !isRunning(sale.stage) && sale.stage !== 'unknown';
  // The sale is over, so "Cancelling" would be wrong.
  if (isOver && sale.cancel === 'asked') return undefined;
  return sale.cancel === 'asked'
    ? { key: 'cancel', tone: 'blue', text: t('cancel.asked') }
    : { key: 'cancel', tone: 'amber', text: t(isOver ? 'cancel.too-late.ended' : 'cancel.too-late') };
}

/** The verdict, until the state moves on: what was true of a waiting customer says nothing about one who has scanned. */
function useCurrentVerdict({ verdict, stage }: SaleView): SaleView['verdict'] {
  const given = useRef({ verdict, stage });
  if (given.current.verdict?.at !== verdict?.at || given.current.verdict?.kind !== verdict?.kind)
    given.current = { verdict, stage };
  return verdict?.kind === 'paid' || given.current.stage === stage ? verdict : undefined;
}

function verdictNote(
  sale: SaleView,
  verdict: SaleView['verdict'],
  words: Words,
  askedMs: number,
): SaleNote | undefined {
  const { t } = words;
  if (askedMs > 300) return { key: 'verdict', tone: 'blue', text: t('verdict.asking') };
  if (verdict === undefined || verdict.kind === 'asking') return undefined;
  // The sale is over: "Not paid as of 14:02" says nothing new then, and beside Paid it would be wrong.
  if (verdict.kind !== 'paid' && !isRunning(sale.stage) && sale.stage !== 'unknown') return undefined;
  const facts = {
    amount: words.money(sale.amount),
    name: sale.debtor?.name ?? t('verdict.somebody'),
    at: words.exactTime(verdict.at),
    time: words.exactTime(verdict.succeededAt ?? verdict.at),
  };
  const tone = { paid: 'green', 'not-paid': 'amber', unknown: 'amber', unreachable: 'amber' } as const;
  return { key: 'verdict', tone: tone[verdict.kind], text: t(`verdict.${verdict.kind}`, facts) };
}

function problemNote(problem: ErrorView | undefined, { t, error }: Words, index: number): SaleNote | undefined {
  if (problem === undefined) return undefined;
  const trace =
    problem.traceId === undefined ? null : (
      <span className={textStyles.small}> {t('error.trace', { traceId: problem.traceId })}</span>
    );
  return {
    key: `problem ${index}`,
    tone: 'amber',
    text: (
      <>
        {error(problem)}
        {trace}
      </>
    ),
  };
}
