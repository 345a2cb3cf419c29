import { useRef } from 'react';
import type { ErrorView, SaleView } from '../../../preload/contract/views.ts';
import { Note } from '../../ui/note.tsx';
import { isRunning, shownStage, type Tone } from '../../ui/sale-stage.tsx';
import textStyles from '../../ui/text.module.css';
import { useElapsed, useNow } from '../../ui/use-now.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { OFFLINE, shownNotices } from '../layout/shown-notices.ts';
import { scanText } from '../scanner/scan-line.tsx';
import { useSnapshotState, useTill, useUi } from '../till-store.ts';
import styles from './sale-notes.module.css';

interface Props {
  readonly sale: SaleView;
  /** Escape was pressed: now Enter cancels, and a second Escape continues waiting. */
  readonly doubting?: boolean;
  readonly problems: readonly (ErrorView | undefined)[];
  readonly asking?: boolean;
}

interface SaleNote {
  readonly key: string;
  readonly tone: Tone;
  readonly text: string;
  readonly spoken?: string;
  readonly traceId?: string | undefined;
}

export function SaleNotes({ sale, doubting = false, problems, asking = false }: Props) {
  const words = useWords();
  const scan = useUi((ui) => ui.entry.scan);
  const doing = useProgressText(sale.doing);
  const asked = useElapsed(asking || sale.verdict?.kind === 'asking');
  const verdict = useCurrentVerdict(sale);
  const shownElsewhere = useShownElsewhere();
  const notes: (SaleNote | undefined)[] = [
    doubting ? { key: 'doubt', tone: 'red', text: words.t('cancel.doubt') } : undefined,
    scan === null
      ? undefined
      : { key: 'scan', tone: scan.use === 'none' ? 'amber' : 'blue', text: scanText(scan, words) },
    isParkable(sale) && sale.stage !== 'unknown' && !doubting
      ? { key: 'park', tone: 'amber', text: words.t('sale.park.why') }
      : undefined,
    sale.parked ? { key: 'parked', tone: 'amber', text: words.t('sale.parked') } : undefined,
    sale.leftOut === undefined
      ? undefined
      : { key: 'left-out', tone: 'amber', text: words.t('sale.left-out', { characters: [...sale.leftOut].join(' ') }) },
    cancelNote(sale, words),
    verdictNote(sale, verdict, words, asked),
    ...[...problems, sale.undecided ? undefined : problemOf(sale, shownElsewhere)].map((problem, index) =>
      problemNote(problem, words, index),
    ),
    doing === undefined || sale.undecided || shownElsewhere.has(sale.doing?.code ?? '')
      ? undefined
      : { key: 'doing', tone: 'blue', ...doing },
  ];
  return (
    <div className={styles.notes}>
      {notes
        .filter((note) => note !== undefined)
        .slice(0, 2)
        .map((note) => (
          <Note key={note.key} tone={note.tone} spoken={note.spoken} more={<Trace id={note.traceId} />}>
            {note.text}
          </Note>
        ))}
    </div>
  );
}

function cancelNote(sale: SaleView, { t }: Words): SaleNote | undefined {
  if (sale.cancel === 'no' || sale.stage === 'cancelled' || shownStage(sale) === 'cancelling') return undefined;
  const isOver = !isRunning(sale.stage) && sale.stage !== 'unknown';
  // After the end of a sale, "Cancelling" would be wrong.
  if (isOver && sale.cancel === 'asked') return undefined;
  return sale.cancel === 'asked'
    ? { key: 'cancel', tone: 'blue', text: t('cancel.asked') }
    : { key: 'cancel', tone: 'amber', text: t(isOver ? 'cancel.too-late.ended' : 'cancel.too-late') };
}

/** Until the stage changes: a verdict about a waiting customer says nothing about one who has scanned. */
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
  if (verdict === undefined || verdict.kind === 'asking' || sale.undecided) return undefined;
  // After the end of a sale "Not paid as of 14:02" says nothing new, and next to Paid it would be wrong.
  if (verdict.kind !== 'paid' && !isRunning(sale.stage) && sale.stage !== 'unknown') return undefined;
  const facts = {
    amount: words.money(sale.amount),
    name: sale.debtor?.name ?? t('verdict.somebody'),
    at: words.exactTime(verdict.at),
    time: words.exactTime(verdict.succeededAt ?? verdict.at),
  };
  return {
    key: 'verdict',
    tone: verdict.kind === 'paid' ? 'green' : 'amber',
    text: t(`verdict.${verdict.kind}`, facts),
  };
}

function problemNote(problem: ErrorView | undefined, { error }: Words, index: number): SaleNote | undefined {
  if (problem === undefined) return undefined;
  return { key: `problem ${index}`, tone: 'amber', text: error(problem), traceId: problem.traceId };
}

function Trace({ id }: { readonly id: string | undefined }) {
  const { t } = useWords();
  return id === undefined ? null : <span className={textStyles.small}> {t('error.trace', { traceId: id })}</span>;
}

/** The till keeps polling. Other service problems are shown as notices. */
export function isParkable({ stage, leavable, parked }: SaleView): boolean {
  return !parked && (stage === 'unknown' || leavable === true);
}

/** The notice bar's ids and codes: the sale does not repeat them. */
function useShownElsewhere(): ReadonlySet<string> {
  const shown = useTill((till) => shownNotices(till).flatMap(({ id, code }) => [id, code]));
  return new Set(shown.includes(OFFLINE) ? [...shown, 'offline'] : shown);
}

/** After the end of a sale only a permanent problem: "the till tries again" would contradict the end. */
function problemOf({ stage, problem }: SaleView, shownElsewhere: ReadonlySet<string>): ErrorView | undefined {
  if (problem === undefined || shownElsewhere.has(problem.code)) return undefined;
  const isOver = !isRunning(stage) && stage !== 'unknown';
  if (isOver && problem.retryable) return undefined;
  return problem.code.startsWith('network.') && shownElsewhere.has(OFFLINE) ? undefined : problem;
}

/** Shorter waits are shown without their end. */
const MOMENT_MS = 60_000;

interface ProgressText {
  readonly text: string;
  /** Without seconds: a screen reader would count them aloud. */
  readonly spoken: string;
}

/** None in the first 300 ms, and after 5 s with the elapsed time. */
function useProgressText(doing: SaleView['doing']): ProgressText | undefined {
  const { t, firstOf, nearTime } = useWords();
  const now = useNow(doing !== undefined, 200);
  const { snapshotAt, receivedAt } = useSnapshotState((state) =>
    // Without a wait no time is read, so that a new snapshot renders nothing.
    doing === undefined
      ? { snapshotAt: 0, receivedAt: 0 }
      : { snapshotAt: state.snapshot?.at ?? 0, receivedAt: state.receivedAt },
  );
  if (doing === undefined) return undefined;
  const waited = Math.max(0, snapshotAt - doing.sinceMs) + Math.max(0, now - receivedAt);
  if (waited < 300) return undefined;
  const { untilMs } = doing;
  if (untilMs !== undefined && untilMs - snapshotAt > MOMENT_MS) {
    const until = nearTime(untilMs, snapshotAt);
    const text = t(firstOf([`doing.${doing.code}.until`], 'doing.asked-to-wait.until'), { until });
    return { text, spoken: text };
  }
  const spoken = t(firstOf([`doing.${doing.code}`], 'doing.other'));
  const text = waited < 5_000 ? spoken : t('doing.long', { what: spoken, seconds: Math.floor(waited / 1000) });
  return { text, spoken };
}
