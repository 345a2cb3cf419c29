import { useState } from 'react';
import type { ErrorView, Notice } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { shownValues } from '../../ui/error-text.ts';
import type { TextKey } from '../../ui/language.ts';
import { settingNames } from '../../ui/setting-words.ts';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useNow } from '../../ui/use-now.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { useSnapshots, useTill, useUi } from '../till-store.ts';
import styles from './notice-bar.module.css';
import { shownNotices } from './shown-notices.ts';

/**
 * One notice at a time. Its room is kept when there is none, so that nothing moves when one appears; the day and the time
 * stand there then. Alarms have a region that is always there, so that they are read out at once.
 */
export function NoticeBar() {
  const { t } = useWords();
  const [turned, setTurned] = useState(0);
  const notices = useTill(shownNotices);
  const shown = notices[turned % Math.max(1, notices.length)];
  return (
    <section className={styles.bar} aria-label={t('notices.name')}>
      <div className={styles.alarm} role="alert">
        {shown?.severity === 'alarm' && <Line key={shown.id} notice={shown} />}
      </div>
      {shown !== undefined && shown.severity !== 'alarm' && <Line key={shown.id} notice={shown} />}
      {shown === undefined && <DayAndTime />}
      {notices.length > 1 && (
        <Button className={styles.next} onClick={() => setTurned(turned + 1)}>
          {t('notices.more', { shown: (turned % notices.length) + 1, count: notices.length })}
        </Button>
      )}
    </section>
  );
}

function Line({ notice }: { readonly notice: Notice }) {
  const words = useWords();
  const dismiss = useCall('notice.dismiss');
  const act = useNoticeAction(notice);
  const problem = act?.problem ?? dismiss.problem;
  const { text, code } = noticeText(notice, words);
  const told = problem === undefined ? text : words.error(problem);
  useAnnounced(notice.severity === 'alarm' ? undefined : told);
  return (
    <div className={styles.notice} data-severity={notice.severity}>
      <p className={styles.text}>
        {told}
        {code !== undefined && <small className={textStyles.small}> {code}</small>}
      </p>
      {act !== undefined && <Button onClick={act.run}>{words.t(act.label)}</Button>}
      {notice.action === 'dismiss' && (
        <Button onClick={() => void dismiss.run({ id: notice.id })}>{words.t('notices.action.dismiss')}</Button>
      )}
    </div>
  );
}

const MINUTE_MS = 60_000;

/** Main's clock, carried on by this window's own. */
function DayAndTime() {
  const { day, clockTime } = useWords();
  const snapshots = useSnapshots();
  const now = useNow(true, 1_000);
  const { snapshot, receivedAt } = snapshots.getState();
  const at = (snapshot?.at ?? 0) + Math.max(0, now - receivedAt);
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return (
    <p className={styles.day}>
      {day(minute)} <strong>{clockTime(minute)}</strong>
    </p>
  );
}

interface NoticeAction {
  readonly label: TextKey;
  readonly run: () => void;
  readonly problem: ErrorView | undefined;
}

function useNoticeAction(notice: Notice): NoticeAction | undefined {
  const shred = useCall('provision.shred');
  const display = useCall('display.open');
  const open = useCall('payments.open');
  const show = useUi((ui) => ui.show);
  const tryAgain = useCall('terminal.try-again');
  const clear = useCall('provision.clear-alarm');
  const clearJournal = useCall('journal.clear-alarm');
  const asManager = useAsManager();
  const acceptIssuer = useUi((ui) => ui.acceptIssuer);
  const { id } = notice;
  const acceptChanges = useCall('settings.accept-changes');
  if (notice.action === 'shred-file')
    return {
      label: 'notices.action.shred-file',
      run: asManager(() => void shred.run({})),
      problem: shred.problem,
    };
  if (notice.action === 'clear-provisioning')
    return {
      label: 'notices.action.clear-provisioning',
      run: asManager(() => void clear.run({})),
      problem: clear.problem,
    };
  if (notice.action === 'accept-issuer')
    return { label: 'notices.action.accept-issuer', run: asManager(() => acceptIssuer(id)), problem: undefined };
  if (notice.action === 'open-display')
    return { label: 'notices.action.open-display', run: () => void display.run({}), problem: display.problem };
  if (notice.action === 'try-again')
    return { label: 'notices.action.try-again', run: () => void tryAgain.run({}), problem: tryAgain.problem };
  if (notice.action === 'clear-journal')
    return {
      label: 'notices.action.clear-journal',
      run: asManager(() => void clearJournal.run({})),
      problem: clearJournal.problem,
    };
  if (notice.action === 'accept-changes') {
    const fields = String(notice.values?.['fields'] ?? '');
    return {
      label: 'notices.action.accept-changes',
      run: asManager(() => void acceptChanges.run({ fields })),
      problem: acceptChanges.problem,
    };
  }
  const { saleId } = notice;
  if (notice.action !== 'open-sale' || saleId === undefined) return undefined;
  return {
    label: 'notices.action.open-sale',
    run: () => {
      show('payments');
      void open.run({ saleId });
    },
    problem: open.problem,
  };
}

/** An act for managers: anybody else is first asked for a manager's PIN, and presses again. */
function useAsManager(): (act: () => void) => () => void {
  const role = useTill((till) => till.role);
  const unlock = useUi((ui) => ui.unlock);
  const view = useUi((ui) => ui.view);
  return (act) => () => (role === 'manager' ? act() : unlock(view));
}

/** The text of the notice's code, else of the error with that code, else one for its severity, with the code. */
function noticeText(notice: Notice, words: Words): { readonly text: string; readonly code?: string } {
  const { code, severity } = notice;
  const at = notice.values?.['atMs'];
  const day = notice.values?.['dayMs'];
  const values: Record<string, string | number> = {
    ...shownValues(notice.values, words.money),
    ...(typeof at === 'number' ? { when: words.dayAndTime(at) } : {}),
    ...(typeof day === 'number' ? { day: words.day(day) } : {}),
  };
  if (code === 'provision.fault')
    return { text: words.t('notice.provision.fault', { ...values, why: faultWords(notice, words) }) };
  if (code === 'terminal.tampered')
    return {
      text: words.t('notice.terminal.tampered', {
        names: settingNames(String(notice.values?.['fields'] ?? ''), words),
      }),
    };
  const key = `notice.${code}`;
  if (words.has(key)) return { text: words.t(key, values) };
  const message = String(values['message'] ?? '');
  if (words.has(`error.${code}`))
    return { text: words.error({ code, message, retryable: false, values: notice.values }) };
  return { text: words.t(`notice.other.${severity}`, values), code };
}

function faultWords({ values }: Notice, words: Words): string {
  const code = String(values?.['fault'] ?? '');
  return words.error({ code, message: code, retryable: false, values });
}
