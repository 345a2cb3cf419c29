import { useCallback, useEffect, useState } from 'react';
import type { ErrorView, Notice } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { shownValues } from '../../ui/error-text.ts';
import { fault } from '../../ui/form/field-fault.ts';
import type { TextKey } from '../../ui/language.ts';
import { settingNames } from '../../ui/setting-words.ts';
import textStyles from '../../ui/text.module.css';
import { useWords, type Words } from '../../ui/use-words.ts';
import { useSnapshots, useTill, useUi } from '../till-store.ts';
import styles from './notice-bar.module.css';
import { shownNotices } from './shown-notices.ts';

/**
 * During a sale the room is reserved, so that nothing moves; day and time are shown there meanwhile. Alarms have a
 * permanent region, so that screen readers announce them at once.
 */
export function NoticeBar() {
  const { t } = useWords();
  const [turned, setTurned] = useState(0);
  const selling = useUi((ui) => ui.navigation.view === 'sale');
  // The sale screen itself asks about its found payment.
  const asked = useTill(({ sale }) => (selling && sale?.stage === 'unknown' ? `sale.found.${sale.saleId}` : undefined));
  const notices = useTill(shownNotices).filter(({ id }) => id !== asked);
  const shown = notices[turned % Math.max(1, notices.length)];
  return (
    <section className={styles.bar} aria-label={t('notices.name')}>
      <div className={styles.alarm} role="alert">
        {shown?.severity === 'alarm' && <Line key={shown.id} notice={shown} />}
      </div>
      {shown !== undefined && shown.severity !== 'alarm' && <Line key={shown.id} notice={shown} />}
      {shown === undefined && selling && <DayAndTime />}
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
  const message = problem === undefined ? text : words.error(problem);
  useAnnounced(notice.severity === 'alarm' ? undefined : message);
  return (
    <div className={styles.notice} data-severity={notice.severity}>
      <p className={styles.text}>
        {message}
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

function DayAndTime() {
  const { day, clockTime } = useWords();
  const minute = useMinute();
  return (
    <p className={styles.day}>
      {day(minute)} <strong>{clockTime(minute)}</strong>
    </p>
  );
}

/** Epoch ms: main's clock, advanced by the window's clock. Renders only once a minute. */
function useMinute(): number {
  const snapshots = useSnapshots();
  const read = useCallback(() => {
    const { snapshot, receivedAt } = snapshots.getState();
    const at = (snapshot?.at ?? 0) + Math.max(0, performance.now() - receivedAt);
    return Math.floor(at / MINUTE_MS) * MINUTE_MS;
  }, [snapshots]);
  const [minute, setMinute] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setMinute(read()), 1_000);
    return () => clearInterval(timer);
  }, [read]);
  return minute;
}

interface NoticeAction {
  readonly label: TextKey;
  readonly run: () => void;
  readonly problem: ErrorView | undefined;
}

/** Calls without a body. `byManager`: other roles enter a manager's PIN first. */
const simpleCalls = {
  'open-display': { name: 'display.open', byManager: false },
  'try-again': { name: 'terminal.try-again', byManager: false },
  'shred-file': { name: 'provision.shred', byManager: true },
  'clear-provisioning': { name: 'provision.clear-alarm', byManager: true },
  'clear-journal': { name: 'journal.clear-alarm', byManager: true },
} as const;

function useNoticeAction({ id, action, saleId, values }: Notice): NoticeAction | undefined {
  const simple =
    action !== undefined && action in simpleCalls ? simpleCalls[action as keyof typeof simpleCalls] : undefined;
  const call = useCall(simple?.name ?? 'display.open');
  const open = useCall('payments.open');
  const show = useUi((ui) => ui.navigation.show);
  const asManager = useAsManager();
  const acceptPath = useUi((ui) => ui.dialogs.acceptPath);
  const decideRegister = useUi((ui) => ui.dialogs.decideRegister);
  const acceptChanges = useCall('settings.accept-changes');
  if (action === undefined || action === 'acknowledge' || action === 'dismiss') return undefined;
  const label = `notices.action.${action}` as const;
  if (simple !== undefined) {
    const run = () => void call.run({});
    return { label, run: simple.byManager ? asManager(run) : run, problem: call.problem };
  }
  if (action === 'accept-path') return { label, run: asManager(() => acceptPath(id)), problem: undefined };
  if (action === 'decide-register' || action === 'release-register' || action === 'decide-payment')
    return { label, run: () => decideRegister(id), problem: undefined };
  if (action === 'accept-changes') {
    const fields = String(values?.['fields'] ?? '');
    return { label, run: asManager(() => void acceptChanges.run({ fields })), problem: acceptChanges.problem };
  }
  if (saleId === undefined) return undefined;
  const openSale = () => {
    show('payments');
    void open.run({ saleId });
  };
  return { label, run: openSale, problem: open.problem };
}

/** Other roles enter a manager's PIN first. */
function useAsManager(): (act: () => void) => () => void {
  const role = useTill((till) => till.role);
  const unlock = useUi((ui) => ui.pin.unlock);
  const view = useUi((ui) => ui.navigation.view);
  return (act) => () => (role === 'manager' ? act() : unlock(view, act));
}

/** The text for the code, else for the error with the same code, else a general text with the code. */
function noticeText(notice: Notice, words: Words): { readonly text: string; readonly code?: string } {
  const { code, severity } = notice;
  const at = notice.values?.['atMs'];
  const day = notice.values?.['dayMs'];
  const values = {
    ...shownValues(notice.values, words.money),
    when: typeof at === 'number' ? words.dayAndTime(at) : undefined,
    day: typeof day === 'number' ? words.day(day) : undefined,
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
  const message = String(notice.values?.['message'] ?? '');
  if (words.has(`error.${code}`))
    return { text: words.error({ code, message, retryable: false, values: notice.values }) };
  return { text: words.t(`notice.other.${severity}`, values), code };
}

function faultWords({ values }: Notice, words: Words): string {
  const code = String(values?.['fault'] ?? '');
  return words.error(fault(code, values));
}
