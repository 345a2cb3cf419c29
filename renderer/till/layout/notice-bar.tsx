import { useState } from 'react';
import type { Notice } from '../../../preload/views.ts';
import { shownValues } from '../../ui/error-text.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import { shownNotices } from './shown-notices.ts';
import './notice-bar.css';

/** One line with room of its own, so that nothing moves when the till has something to tell. */
export function NoticeBar() {
  const { t } = useWords();
  const till = useTill((snapshot) => snapshot);
  const [turned, setTurned] = useState(0);
  const notices = shownNotices(till);
  const shown = notices[turned % Math.max(1, notices.length)];
  return (
    <section className="notices" aria-label={t('notices.name')}>
      {shown !== undefined && <Line key={shown.id} notice={shown} />}
      {notices.length > 1 && (
        <button type="button" className="button notices__next" onClick={() => setTurned(turned + 1)}>
          {t('notices.more', { shown: (turned % notices.length) + 1, count: notices.length })}
        </button>
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
  return (
    <div
      className="notices__line"
      data-severity={notice.severity}
      role={notice.severity === 'alarm' ? 'alert' : 'status'}
    >
      <p className="notices__text">
        {problem === undefined ? text : words.error(problem)}
        {code !== undefined && <small className="small"> {code}</small>}
      </p>
      {act !== undefined && (
        <button type="button" className="button" onClick={act.run}>
          {words.t(`notices.action.${notice.action}`)}
        </button>
      )}
      {notice.action === 'dismiss' && (
        <button type="button" className="button" onClick={() => void dismiss.run({ id: notice.id })}>
          {words.t('notices.action.dismiss')}
        </button>
      )}
    </div>
  );
}

/** What the button of a notice does; undefined where there is nothing but telling. */
function useNoticeAction(notice: Notice) {
  const shred = useCall('provision.shred');
  const display = useCall('display.open');
  const open = useCall('payments.open');
  const show = useUi((ui) => ui.show);
  const acceptIssuer = useAcceptIssuer(notice);
  if (notice.action === 'shred-file') return { run: () => void shred.run({}), problem: shred.problem };
  if (notice.action === 'open-display') return { run: () => void display.run({}), problem: display.problem };
  if (notice.action === 'accept-issuer') return acceptIssuer;
  const { saleId } = notice;
  if (notice.action !== 'open-sale' || saleId === undefined) return undefined;
  return {
    run: () => {
      show('payments');
      void open.run({ saleId });
    },
    problem: open.problem,
  };
}

/** Only a manager is asked: a cashier is asked for the PIN first, and presses again. */
function useAcceptIssuer({ id }: Notice) {
  const role = useTill((till) => till.role);
  const accept = useUi((ui) => ui.acceptIssuer);
  const unlock = useUi((ui) => ui.unlock);
  const view = useUi((ui) => ui.view);
  return { run: () => (role === 'cashier' ? unlock(view) : accept(id)), problem: undefined };
}

/** The words of its code; of the error of that code; else a sentence by severity, with the code beside it. */
function noticeText(notice: Notice, words: Words): { readonly text: string; readonly code?: string } {
  const { code, severity } = notice;
  const values = shownValues(notice.values, words.money);
  if (code === 'provision.fault')
    return { text: words.t('notice.provision.fault', { ...values, why: faultWords(notice, words) }) };
  if (words.has(`notice.${code}`)) return { text: words.t(`notice.${code}`, values) };
  const message = String(values['message'] ?? '');
  if (words.has(`error.${code}`))
    return { text: words.error({ code, message, retryable: false, values: notice.values }) };
  return { text: words.t(`notice.other.${severity}`, values), code };
}

function faultWords({ values }: Notice, words: Words): string {
  const code = String(values?.['fault'] ?? '');
  return words.error({ code, message: code, retryable: false, values });
}
