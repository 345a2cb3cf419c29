import { useTranslation } from 'react-i18next';
import announced from '../../renderer/ui/announce.module.css';
import { Button } from '../../renderer/ui/button.tsx';
import { EnvironmentBand } from '../../renderer/ui/environment-band.tsx';
import { ErrorBoundary } from '../../renderer/ui/error-boundary.tsx';
import { ChoiceBox } from '../../renderer/ui/form/choice-box.tsx';
import { languages } from '../../renderer/ui/language.ts';
import styles from './app.module.css';
import { useAct, useAnswer } from './ask.ts';
import { MeProvider, useHere, useMe, viewNames, views } from './here.ts';
import parts from './parts.module.css';
import { Problem } from './parts.tsx';
import { Payouts } from './payouts.tsx';
import { People } from './people.tsx';
import { Refunds } from './refunds.tsx';
import { Sales } from './sales.tsx';
import { Settings } from './settings.tsx';
import { Tills } from './tills.tsx';
import { Today } from './today.tsx';
import { keepLanguage, speak, useText } from './words.ts';

const screens = {
  ...{ today: Today, tills: Tills, sales: Sales, refunds: Refunds, payouts: Payouts },
  ...{ settings: Settings, people: People },
} as const;

/** The current day changes, and so may a member's role. */
const EVERY_MS = 60_000;

export function App() {
  const { value: me, problem } = useAnswer('me', {}, EVERY_MS);
  if (problem?.code === 'page.signed-out') return <SignedOut />;
  if (me === undefined) return <div className={styles.alone}>{problem && <Problem of={problem} />}</div>;
  return (
    <MeProvider value={me}>
      <Frame />
    </MeProvider>
  );
}

function Frame() {
  const { t } = useText();
  const { environment, mayOpen } = useMe();
  const { view } = useHere();
  const Screen = screens[view];
  return (
    <div className={styles.app}>
      <EnvironmentBand environment={environment} />
      <Header />
      <main key={view} className={styles.main} data-scrolls>
        <h1 className={announced.unseen}>{t(views[view].name)}</h1>
        {mayOpen(view) ? (
          <ErrorBoundary instead={() => <p role="alert">{t('error.page.broken')}</p>}>
            <Screen />
          </ErrorBoundary>
        ) : (
          <p>{t('error.page.role')}</p>
        )}
      </main>
    </div>
  );
}

function Header() {
  const { t } = useText();
  const { chain, name, seen, environments, environment, mayOpen } = useMe();
  const here = useHere();
  const leave = useAct('sign-out');
  const shops = seen.map(({ shop, name }) => ({ value: shop, label: name }));
  const signOut = async () => {
    const outcome = await leave.run({});
    if (outcome?.ok) location.assign(outcome.value.to);
  };
  return (
    <header className={styles.header}>
      <p className={styles.chain}>{chain}</p>
      <nav className={styles.views} aria-label={t('nav.name')}>
        {viewNames.filter(mayOpen).map((view) => (
          <a key={view} href={here.link({}, view)} aria-current={view === here.view ? 'page' : undefined}>
            {t(views[view].name)}
          </a>
        ))}
      </nav>
      <div className={`${parts.bar} ${styles.choices}`}>
        {environments.length > 1 && (
          <ChoiceBox
            label={t('settings.service.environment')}
            value={environment}
            options={environments.map((one) => ({ value: one, label: t(`environment.${one}`) }))}
            choose={(value) => here.go({ environment: value })}
          />
        )}
        {seen.length > 1 && (
          <ChoiceBox
            label={t('chain.shop')}
            value={here.of('shop') ?? ''}
            options={[{ value: '', label: t('chain.shop.all') }, ...shops]}
            choose={(value) => here.go({ shop: value || null, till: null, page: null })}
          />
        )}
        <LanguageChoice />
        <span className={styles.who}>{name}</span>
        <Button onClick={() => void signOut()}>{t('people.sign-out')}</Button>
      </div>
    </header>
  );
}

function LanguageChoice() {
  const { t } = useText();
  const { i18n } = useTranslation();
  const spoken = languages.find((language) => language === i18n.language) ?? 'en';
  return (
    <ChoiceBox
      label={t('language.switch')}
      value={spoken}
      options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
      choose={(language) => {
        keepLanguage(language);
        void speak(i18n, language);
      }}
    />
  );
}

const refusals = [
  'link',
  'link-used',
  'unreachable',
  'again',
  'refused',
  'no-email',
  'unverified',
  'other-account',
  'no-member',
] as const;

function SignedOut() {
  const { t } = useText();
  const code = new URLSearchParams(location.search).get('sign-in');
  const why = refusals.find((one) => one === code);
  return (
    <main className={styles.alone}>
      <h1>{t('chain.sign-in.title')}</h1>
      <p role={why && 'alert'}>{t(why === undefined ? 'chain.sign-in.text' : `chain.sign-in.${why}`)}</p>
      <a className={styles.signIn} href="/sign-in">
        {t('people.sign-in')}
      </a>
      <LanguageChoice />
    </main>
  );
}
