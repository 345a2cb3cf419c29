import { useHotkeys } from '@mantine/hooks';
import { IconHelp } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { TextKey } from '../../ui/language.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import type { Navigation } from '../ui-state/navigation.ts';
import styles from './help.module.css';

/** Any other part shows its view's help. */
const titles = {
  payments: 'nav.payments',
  day: 'nav.day',
  figures: 'day.part.figures',
  payouts: 'nav.payouts',
  settings: 'nav.settings',
  people: 'settings.part.people',
  record: 'settings.part.record',
  updates: 'settings.part.updates',
  support: 'support.tab.checks',
  keys: 'support.tab.keys',
  backup: 'support.tab.backup',
  logs: 'support.tab.logs',
  terminal: 'support.tab.terminal',
} as const satisfies Readonly<Record<string, TextKey>>;
type HelpTopic = keyof typeof titles;

function topicOf({ view, part }: Navigation): HelpTopic | undefined {
  const isTopic = (name: string | null): name is HelpTopic => name !== null && name in titles;
  return [part, view].find(isTopic);
}

const Picture = lazy(() => import('./help-picture.tsx').then((module) => ({ default: module.HelpPicture })));

/** For managers and support. *Sale* has no help but keeps the button's room, so that nothing moves. */
export function Help() {
  const topic = useUi((ui) => topicOf(ui.navigation));
  const isCashier = useTill((till) => till.role === 'cashier');
  if (isCashier) return null;
  return topic === undefined ? <span className={styles.button} /> : <HelpOf key={topic} topic={topic} />;
}

function HelpOf({ topic }: { readonly topic: HelpTopic }) {
  const { t } = useWords();
  const [opened, setOpened] = useState(false);
  const openByKey = () => {
    if (document.querySelector('[aria-modal="true"]') === null) setOpened(true);
  };
  useHotkeys([['F1', openByKey]], []);
  const view = t(titles[topic]);
  return (
    <>
      <Button
        kind="plain"
        className={styles.button}
        aria-label={t('help')}
        aria-keyshortcuts="F1"
        onClick={() => setOpened(true)}
      >
        <IconHelp aria-hidden="true" size={28} stroke={1.75} />
      </Button>
      <Dialog title={t('help.title', { view })} width="wide" opened={opened} close={() => setOpened(false)}>
        <div className={styles.help}>
          <ul className={styles.lines}>
            {([1, 2, 3, 4, 5] as const).map((line) => (
              <li key={line}>
                <Line text={t(`help.${topic}.${line}`)} />
              </li>
            ))}
          </ul>
          <div className={styles.picture}>
            <Suspense fallback={null}>
              <Picture topic={topic} view={view} />
            </Suspense>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** Texts on the screen are between asterisks. */
function Line({ text }: { readonly text: string }) {
  return text.split('*').map((part, at) => (at % 2 === 0 ? part : <strong key={part}>{part}</strong>));
}
