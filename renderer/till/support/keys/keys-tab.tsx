import { type FormEvent, useState } from 'react';
import { type KeysView, type KeyView, keyRenewal, REMIND_DAYS } from '../../../../preload/contract/keys.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { useCall, useRead } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceBox } from '../../../ui/form/choice-box.tsx';
import { DayField } from '../../../ui/form/day-box.tsx';
import { Note } from '../../../ui/note.tsx';
import textStyles from '../../../ui/text.module.css';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import { Group } from '../../layout/group.tsx';
import { ApiKeyGroup } from './api-key-group.tsx';
import { KeyCard, type KeyStep, shortKid } from './key-card.tsx';
import { KeyStepDialog, MakeKeyDialog, TakeKeyDialog } from './key-dialogs.tsx';
import { KeychainTrouble } from './keychain-trouble.tsx';
import styles from './keys-tab.module.css';
import { PublicKeysGroup } from './public-keys-group.tsx';

type Asking = 'make' | 'take' | { readonly step: Exclude<KeyStep, 'test'>; readonly of: KeyView };

interface Message {
  readonly tone: 'green' | 'red';
  readonly text: string;
}

export function KeysTab() {
  const { t, error } = useWords();
  const { value: seen, problem, read } = useRead('keys.read', {});
  const test = useCall('keys.test');
  const [asking, setAsking] = useState<Asking>();
  const [message, setMessage] = useState<Message>();
  if (seen === undefined) return problem === undefined ? null : <p>{error(problem)}</p>;
  const close = () => setAsking(undefined);
  const readAgain = () => void read();
  const closeWith = (said: Message) => {
    close();
    setMessage(said);
    readAgain();
  };
  const testKey = async ({ place, kid }: KeyView) => {
    setMessage(undefined);
    const outcome = await test.run({ place, kid });
    if (outcome?.ok)
      setMessage({ tone: 'green', text: t('keys.tested', { kid: shortKid(kid), ms: outcome.value.ms }) });
    else if (outcome !== undefined) setMessage({ tone: 'red', text: refusalText(kid, place, outcome.error) });
  };
  const refusalText = (kid: string, place: KeyView['place'], why: ErrorView) =>
    why.code === 'auth.key' && place === 'next' ? t('keys.test.unknown', { kid: shortKid(kid) }) : error(why);
  const begin = (step: KeyStep, key: KeyView) => (step === 'test' ? void testKey(key) : setAsking({ step, of: key }));
  const isAlone = seen.keys.length < 2 && !seen.keys.some(({ place }) => place === 'next');
  const dialog = {
    close,
    done: (text: string) => closeWith({ tone: 'green', text }),
    refused: (why: ErrorView) => closeWith({ tone: 'red', text: error(why) }),
  };
  return (
    <>
      {seen.keychain !== undefined && <KeychainTrouble why={seen.keychain} tryAgain={readAgain} />}
      <Group name={t('checks.name.signing-key')}>
        <div className={blocks.whole}>
          <p className={textStyles.quiet}>
            {t('keys.why')}
            {seen.account !== undefined &&
              ` ${t('keys.for', { host: seen.account.host, profile: endOf(seen.account.profileId) })}`}
          </p>
          <div className={styles.message}>
            {test.pending && <Note tone="blue">{t('keys.testing')}</Note>}
            {message !== undefined && !test.pending && <Note tone={message.tone}>{message.text}</Note>}
          </div>
          {seen.keys.length === 0 && <p>{t(seen.account === undefined ? 'keys.none.account' : 'keys.none')}</p>}
          <ul className={styles.keys} aria-label={t('keys.list')}>
            {seen.keys.map((key) => (
              <KeyCard key={key.place} shown={key} hasAccount={seen.account !== undefined} begin={begin} />
            ))}
          </ul>
          <NextStep keys={seen.keys} />
          {isAlone && (
            <div className={blocks.acts}>
              <Button kind={seen.keys.length === 0 ? 'main' : undefined} onClick={() => setAsking('make')}>
                {t('keys.make')}
              </Button>
              <Button onClick={() => setAsking('take')}>{t('keys.take')}</Button>
            </div>
          )}
        </div>
      </Group>
      {seen.jwks !== undefined && <PublicKeysGroup keys={seen.keys} jwks={seen.jwks} />}
      {seen.account !== undefined && <ApiKeyGroup apiKey={seen.apiKey} changed={readAgain} />}
      {seen.keys.some(({ place }) => place === 'current') && (
        <ReminderGroup key={JSON.stringify(seen.renewal)} renewal={seen.renewal} changed={readAgain} />
      )}
      {asking === 'make' && <MakeKeyDialog {...dialog} hasKey={seen.keys.length > 0} />}
      {asking === 'take' && <TakeKeyDialog {...dialog} hasKey={seen.keys.length > 0} />}
      {typeof asking === 'object' && <KeyStepDialog {...dialog} {...asking} />}
    </>
  );
}

/** Profile ids differ at the end. A word joiner keeps the ellipsis on the same line. */
function endOf(profileId: string): string {
  return `…\u2060${profileId.slice(-6)}`;
}

function NextStep({ keys }: { readonly keys: readonly KeyView[] }) {
  const { t } = useWords();
  const next = keys.find(({ place }) => place === 'next');
  if (next !== undefined) {
    const isAlone = keys.length === 1;
    return <p>{t(isAlone || next.forOtherAccount ? 'keys.step.waiting' : 'keys.step.next')}</p>;
  }
  return keys.some(({ place }) => place === 'previous') ? <p>{t('keys.step.previous')}</p> : null;
}

interface Props {
  readonly renewal: KeysView['renewal'];
  changed(): void;
}

function ReminderGroup({ renewal, changed }: Props) {
  const { t, error } = useWords();
  const remind = useCall('keys.remind');
  const [day, setDay] = useState(renewal?.day ?? '');
  const [before, setBefore] = useState<number>(renewal?.daysBefore ?? 14);
  const problem = remind.problem && error(remind.problem);
  useAnnounced(problem);
  const chosen = keyRenewal.safeParse({ day, daysBefore: before }).data;
  const isNew = chosen !== undefined && (chosen.day !== renewal?.day || chosen.daysBefore !== renewal.daysBefore);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isNew && (await remind.run({ renewal: chosen }))?.ok) changed();
  };
  const remove = async () => {
    if ((await remind.run({}))?.ok) changed();
  };
  return (
    <Group name={t('keys.group.reminder')}>
      <form className={blocks.whole} onSubmit={(event) => void submit(event)} noValidate>
        <p className={textStyles.quiet}>{problem ?? t('keys.reminder.text')}</p>
        <div className={styles.day}>
          <DayField label={t('keys.reminder.day')} value={day} wrong={false} mayBeEmpty choose={setDay} />
          <ChoiceBox
            label={t('keys.reminder.before')}
            value={String(before)}
            options={REMIND_DAYS.map((days) => ({ value: `${days}`, label: t(`keys.reminder.before.${days}`) }))}
            choose={(days) => setBefore(Number(days))}
          />
        </div>
        <div className={blocks.acts}>
          <Button type="submit" aria-disabled={!isNew || remind.pending}>
            {t('keys.reminder.save')}
          </Button>
          {renewal !== undefined && <Button onClick={() => void remove()}>{t('keys.reminder.remove')}</Button>}
        </div>
      </form>
    </Group>
  );
}
