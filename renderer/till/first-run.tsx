import { useCall } from '../ui/use-call.ts';
import { useWords } from '../ui/use-words.ts';
import { useUi } from './till-store.ts';
import './first-run.css';

/** An installed terminal that nobody has set up: which of the two is it? */
export function FirstRun() {
  const { t, error } = useWords();
  const choose = useCall('terminal.choose');
  const show = useUi((ui) => ui.show);
  return (
    <main className="first-run">
      <h1>{t('first.title')}</h1>
      <div className="first-run__choices">
        <button
          type="button"
          className="button first-run__choice"
          onClick={() => void choose.run({ mode: 'training' })}
        >
          <strong>{t('first.training')}</strong>
          <span className="quiet">{t('first.training.text')}</span>
        </button>
        <button type="button" className="button first-run__choice" onClick={() => show('settings')}>
          <strong>{t('first.live')}</strong>
          <span className="quiet">{t('first.live.text')}</span>
        </button>
      </div>
      <p data-tone="red" className="first-run__message" role="alert">
        {choose.problem === undefined ? '' : error(choose.problem)}
      </p>
    </main>
  );
}
