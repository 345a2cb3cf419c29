import { useEffect, useRef } from 'react';
import type { CheckId, CheckReport, CheckState } from '../../../../preload/contract/checks.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import type { Tone } from '../../../ui/sale-stage.tsx';
import { useWords, type Words } from '../../../ui/use-words.ts';
import { useTill } from '../../till-store.ts';
import { SaveSupportPack } from '../pack/support-pack.tsx';
import { CheckList } from './check-list.tsx';
import styles from './checks-tab.module.css';
import { useChecks } from './use-checks.ts';

export function ChecksTab() {
  const words = useWords();
  const role = useTill((till) => till.role);
  const { view, problem, begin } = useChecks();
  const report = view?.report ?? null;
  const running = view?.running ?? [];
  const list = useFirstFault(running);
  const summary = running.length > 0 ? undefined : report && summaryOf(report, words);
  useAnnounced(summary?.text ?? '');
  return (
    <>
      <div className={styles.head}>
        <Button kind="main" aria-disabled={running.length > 0} onClick={() => running.length === 0 && begin()}>
          {words.t('checks.run')}
        </Button>
        <p className={styles.summary} role="status" aria-live="off" data-tone={summary?.tone}>
          {running.length > 0 ? words.t('checks.running', { left: running.length }) : summary?.text}
          {view !== undefined && report === null && words.t('checks.none')}
        </p>
      </div>
      {problem !== undefined && <Note tone="red">{words.error(problem)}</Note>}
      <div ref={list}>{report !== null && <CheckList report={report} running={running} again={begin} />}</div>
      {role !== 'cashier' && (
        <div>
          <SaveSupportPack />
        </div>
      )}
    </>
  );
}

/** Scrolls to the first failed check once all checks have ended. */
function useFirstFault(running: readonly CheckId[]) {
  const isRunning = running.length > 0;
  const list = useRef<HTMLDivElement>(null);
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !isRunning)
      list.current?.querySelector('[data-state="failed"]')?.scrollIntoView({ block: 'nearest' });
    ran.current = isRunning;
  }, [isRunning]);
  return list;
}

function summaryOf(
  { at, checks }: CheckReport,
  { t, exactTime }: Words,
): { readonly tone: Tone; readonly text: string } {
  const names = (state: CheckState) =>
    checks
      .filter((check) => check.state === state)
      .map(({ id }) => t(`checks.name.${id}`))
      .join(', ');
  const [failed, warned] = [names('failed'), names('warning')];
  const when = { at: exactTime(at) };
  if (failed !== '') return { tone: 'red', text: t('checks.some-failed', { ...when, names: failed }) };
  if (warned !== '') return { tone: 'amber', text: t('checks.some-warn', { ...when, names: warned }) };
  return { tone: 'green', text: t('checks.all-well', when) };
}
