import type { ReactNode } from 'react';
import { FormProvider, type Resolver, set, useForm } from 'react-hook-form';
import type { SettingsDraft, SettingsView } from '../../../preload/contract.ts';
import type { ErrorView } from '../../../preload/views.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { ModeChoice } from './mode-choice.tsx';
import { SaveBar } from './save-bar.tsx';
import { checkSettings, pathOfField, paths, type SettingsTexts, textsOf } from './settings-draft.ts';
import styles from './settings-form.module.css';
import { SettingBox, SettingChoice, StickerSwitch } from './settings-inputs.tsx';
import { useSessionKeepAlive } from './use-session-keep-alive.ts';

interface Props {
  readonly stored: SettingsView;
  readonly savedBefore: boolean;
  /** Why the keychain could not be read. */
  readonly trouble: ErrorView | undefined;
  saved(): void;
}

/** The fields of the provisioning file. Each is checked while it is typed; all are saved together or not at all. */
export function SettingsForm({ stored, savedBefore, trouble, saved }: Props) {
  const { t, error, amountText } = useWords();
  const save = useCall('settings.save');
  const keepSession = useSessionKeepAlive();
  const resolver: Resolver<SettingsTexts, unknown, SettingsDraft> = (texts) => {
    const { faults, draft } = checkSettings(texts, stored.signingKeyId !== undefined);
    if (draft !== undefined) return { values: draft, errors: {} };
    const errors = {};
    for (const path of paths) {
      const fault = faults[path];
      if (fault !== undefined) set(errors, path, { type: fault.code, message: error(fault) });
    }
    return { values: {}, errors };
  };
  const form = useForm<SettingsTexts, unknown, SettingsDraft>({
    mode: 'onChange',
    defaultValues: textsOf(stored, amountText),
    resolver,
  });
  const submit = form.handleSubmit(async (draft) => {
    const outcome = await save.run(draft);
    if (outcome?.ok) return saved();
    const path = pathOfField(outcome?.error.field);
    if (outcome === undefined || path === undefined) return;
    form.setError(path, { type: outcome.error.code, message: error(outcome.error) });
  });
  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        onKeyDownCapture={keepSession}
        onPointerDownCapture={keepSession}
      >
        <div className={styles.scroll}>
          <ModeChoice />
          <Group name={t('settings.group.shop')}>
            <SettingBox path="shop.shopName" max={36} hint={t('settings.shop.shopName.hint')} />
            <SettingBox path="shop.shopId" max={36} />
            <SettingBox path="pos.posId" max={36} hint={t('settings.pos.posId.hint')} />
            <SettingBox path="merchant.merchantId" max={24} />
            <SettingBox path="merchant.profileId" max={24} />
          </Group>
          <Group name={t('settings.group.service')}>
            <SettingChoice
              path="service.environment"
              options={[
                { value: 'PREPROD', label: t('environment.PREPROD') },
                { value: 'PROD', label: t('environment.PROD') },
              ]}
            />
            <SettingBox path="service.baseUrl" hint={t('settings.url.hint')} />
            <SettingBox path="service.jwksUrl" hint={t('settings.url.hint')} />
            <SettingBox path="service.claimPrefix" />
            <SettingBox path="service.issuer" />
          </Group>
          <Group name={t('settings.group.keys')}>
            <SettingBox path="keys.signingKey" secret hint={keyHint(stored, t)} />
            <SettingBox path="keys.apiKey" secret hint={t(stored.apiKeySet ? 'settings.kept' : 'settings.none')} />
            <SettingBox path="managerPin" secret hint={t(stored.pinSet ? 'settings.kept' : 'settings.no-pin')} />
          </Group>
          <Group name={t('settings.group.till')}>
            <SettingChoice
              path="till.chargeWith"
              options={[
                { value: 'static-qr', label: t('settings.charge.static-qr') },
                { value: 'payment', label: t('settings.charge.payment') },
              ]}
            />
            <SettingBox path="till.refundPinAbove" hint={t('settings.till.refundPinAbove.hint')} />
            <StickerSwitch />
          </Group>
          <Group name={t('settings.group.callbacks')}>
            <SettingBox path="callbacks.callbackUrl" hint={t('settings.optional')} />
            <SettingBox path="callbacks.identifyCallbackUrl" hint={t('settings.optional')} />
            <SettingBox
              path="callbacks.listen.host"
              hint={t('settings.optional')}
              checkedWith="callbacks.listen.port"
            />
            <SettingBox
              path="callbacks.listen.port"
              hint={t('settings.optional')}
              checkedWith="callbacks.listen.host"
            />
          </Group>
        </div>
        <SaveBar save={save} stored={stored} savedBefore={savedBefore} trouble={trouble} />
      </form>
    </FormProvider>
  );
}

function keyHint(stored: SettingsView, t: ReturnType<typeof useWords>['t']): string {
  return stored.signingKeyId === undefined
    ? t('settings.keys.signingKey.hint')
    : t('settings.kept.key', { keyId: stored.signingKeyId });
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      <div className={styles.boxes}>{children}</div>
    </fieldset>
  );
}
