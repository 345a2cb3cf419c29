import { useState } from 'react';
import type { UpdatesView } from '../../../../preload/contract/views.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { useWords, type Words } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import { Group } from '../../layout/group.tsx';
import facts from '../../terminal/about-part.module.css';
import { useTill } from '../../till-store.ts';
import { Setting } from '../settings-inputs.tsx';

export function UpdatesPart() {
  const { t } = useWords();
  const hours = t('settings.counter.updates.hours.hint');
  return (
    <>
      <Group name={t('payments.where.till')}>
        <UpdatesNow />
      </Group>
      <Group name={t('settings.group.updates')}>
        <Setting path="counter.updates.server" />
        <Setting path="counter.updates.on" />
        <Setting path="counter.updates.opens" hint={hours} />
        <Setting path="counter.updates.closes" hint={hours} />
        <Setting path="counter.updates.whenOpen" />
      </Group>
    </>
  );
}

function UpdatesNow() {
  const words = useWords();
  const { t } = words;
  const updates = useTill((till) => till.updates);
  const look = useCall('updates.look');
  const [asked, setAsked] = useState(false);
  const [installing, setInstalling] = useState(false);
  const state = updates?.state ?? 'off';
  const text = updates === undefined ? '' : stateText(updates, words);
  const busy = state === 'looking' || state === 'downloading' || state === 'installing';
  // Announced only after a user action: the part is mounted, hidden, while the settings are open.
  useAnnounced(asked && !busy ? text : undefined);
  if (updates === undefined) return null;
  const { version, newest = '', lastLookAt } = updates;
  const lookNow = () => {
    if (busy || state === 'off') return;
    setAsked(true);
    void look.run({});
  };
  return (
    <>
      <dl className={`${blocks.facts} ${facts.facts}`}>
        <dt>{t('about.version')}</dt>
        <dd>{version}</dd>
        <dt>{t('updates.looked')}</dt>
        <dd>{lastLookAt === undefined ? t('updates.never') : words.dayAndTime(lastLookAt)}</dd>
        <dt>{t('updates.state')}</dt>
        <dd>
          {text}
          {look.problem !== undefined && <p>{words.error(look.problem)}</p>}
        </dd>
      </dl>
      <div className={facts.acts}>
        <Button aria-disabled={busy || state === 'off'} onClick={lookNow}>
          {t('updates.look')}
        </Button>
        {state === 'ready' && (
          <Button kind="main" onClick={() => setInstalling(true)}>
            {t('updates.install')}
          </Button>
        )}
      </div>
      <InstallDialog version={newest} opened={installing && state === 'ready'} close={() => setInstalling(false)} />
    </>
  );
}

function stateText(
  { state, off, problem, newest, percent = 0, notTaken, waitsFor }: UpdatesView,
  words: Words,
): string {
  const { t } = words;
  if (state === 'off') return off === undefined ? '' : t(`updates.off.${off}`);
  if (state === 'failed' && problem !== undefined) return `${t('updates.state.failed')}. ${words.error(problem)}`;
  if (state === 'idle' && notTaken !== undefined) return t(`updates.not-taken.${notTaken}`, { newest });
  const what = t(`updates.state.${state}`, { newest, percent });
  return state === 'ready' && waitsFor !== undefined ? `${what}. ${t(`updates.waits.${waitsFor}`)}` : what;
}

interface Props {
  readonly version: string;
  readonly opened: boolean;
  close(): void;
}

function InstallDialog({ version, opened, close }: Props) {
  const { t } = useWords();
  return (
    <Dialog title={t('updates.question.title', { version })} opened={opened} close={close}>
      <Question close={close} />
    </Dialog>
  );
}

function Question({ close }: Pick<Props, 'close'>) {
  const { t } = useWords();
  const install = useCall('updates.install');
  const confirm = async () => {
    if ((await install.run({}))?.ok) close();
  };
  return (
    <DialogForm call={install} confirm={t('updates.install')} submit={() => void confirm()} leave={close}>
      <p>{t('updates.question.text')}</p>
    </DialogForm>
  );
}
