import { useEffect } from 'react';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useRead } from '../../ui/use-read.ts';
import { useWords } from '../../ui/use-words.ts';
import type { SettingsFormOf } from '../settings/use-saving.ts';
import { useUi } from '../till-store.ts';
import styles from './guide.module.css';
import type { GuideStep } from './guide-steps.ts';

/** A profile fills in all that only the payment service knows. */
export function ServiceProfiles() {
  const { t, error } = useWords();
  const installed = useRead('provision.profiles', {});
  const chosen = useCall('provision.profile');
  const take = useUi((ui) => ui.takeProfile);
  const problem = chosen.problem ?? installed.problem;
  const told = problem ? error(problem) : '';
  useAnnounced(told);
  const choose = async () => {
    const outcome = await chosen.run({});
    if (outcome?.ok && outcome.value.profile !== undefined) take(outcome.value.profile);
  };
  return (
    <section className={styles.profiles}>
      <p>{t('guide.profile.for')}</p>
      <div>
        <Button aria-disabled={chosen.pending} onClick={() => void choose()}>
          {t('guide.profile.open')}
        </Button>
        {installed.value?.profiles.map((profile) => (
          <Button key={profile.name} onClick={() => take(profile)}>
            {profile.name}
          </Button>
        ))}
      </div>
      <p className={styles.fileTold} data-tone="red">
        {told}
      </p>
    </section>
  );
}

/** A profile that was chosen, or dropped at whatever step, fills in what it knows; `show` then gets the next question. */
export function useServiceProfile({ setValue }: SettingsFormOf, show: (step: GuideStep) => void): void {
  const profile = useUi((ui) => ui.profile);
  const take = useUi((ui) => ui.takeProfile);
  useEffect(() => {
    if (profile === null) return;
    const { name: _name, merchant, ...service } = profile;
    setValue('service', service, { shouldDirty: true });
    if (merchant !== undefined) setValue('merchant', merchant, { shouldDirty: true });
    take(null);
    show(merchant === undefined ? 'account' : 'keys');
  });
}
