import { SegmentedControl, Switch } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { SettingsView } from '../../../preload/contract.ts';
import type { ErrorView } from '../../../preload/views.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { TextField } from '../form/text-field.tsx';
import { ModeChoice } from './mode-choice.tsx';
import { checkSettings, isOtherAccount, type Path, pathOfField, type Texts, textsOf } from './settings-draft.ts';
import styles from './settings-form.module.css';
import { useSessionKeepAlive } from './use-session-keep-alive.ts';

interface Props {
  readonly stored: SettingsView;
  readonly savedBefore: boolean;
  /** Why the keychain could not say what it has. */
  readonly trouble: ErrorView | undefined;
  saved(): void;
}

/** The fields of the provisioning file, each checked as it is typed; saved whole or not at all. */
export function SettingsForm({ stored, savedBefore, trouble, saved }: Props) {
  const { t, error, amountText } = useWords();
  const save = useCall('settings.save');
  const keep = useSessionKeepAlive();
  const [texts, setTexts] = useState<Texts>(() => textsOf(stored, amountText));
  const [touched, setTouched] = useState<ReadonlySet<Path>>(new Set());
  const [asked, setAsked] = useState(false);
  const waited = useElapsed(save.pending);
  const { faults, draft } = checkSettings(texts, stored.signingKeyId !== undefined);
  const refusedAt = pathOfField(save.problem?.field);

  const type = (path: Path, text: string) => {
    if (path === refusedAt) save.clear();
    setTexts({ ...texts, [path]: text });
    setTouched(new Set([...touched, path]));
  };
  const faultAt = (path: Path): ErrorView | undefined =>
    (asked || touched.has(path) ? faults[path] : undefined) ?? (path === refusedAt ? save.problem : undefined);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    const form = event.currentTarget;
    if (draft === undefined) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const outcome = await save.run(draft);
    if (outcome?.ok) saved();
  };
  const box = (path: Path, more: { readonly hint?: string; readonly secret?: boolean; readonly max?: number } = {}) => (
    <TextField
      label={t(`settings.${path}`)}
      value={texts[path]}
      fault={faultAt(path)}
      change={(text) => type(path, text)}
      {...more}
    />
  );

  const count = Object.keys(faults).length;
  const message = () => {
    if (save.problem !== undefined && refusedAt === undefined) return error(save.problem);
    if (waited > 300) return t('settings.saving');
    if (asked && count > 0) return t('settings.faults', { count });
    if (trouble !== undefined) return error(trouble);
    if (isOtherAccount(texts, stored)) return t('settings.other-account');
    return savedBefore && touched.size === 0 ? t('settings.saved') : '';
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate onKeyDownCapture={keep} onPointerDownCapture={keep}>
      <div className={styles.scroll}>
        <ModeChoice />
        <Group name={t('settings.group.shop')}>
          {box('shop.shopName', { max: 36, hint: t('settings.shop.shopName.hint') })}
          {box('shop.shopId', { max: 36 })}
          {box('pos.posId', { max: 36, hint: t('settings.pos.posId.hint') })}
          {box('merchant.merchantId', { max: 24 })}
          {box('merchant.profileId', { max: 24 })}
        </Group>
        <Group name={t('settings.group.service')}>
          <Choice
            name={t('settings.service.environment')}
            value={texts['service.environment']}
            options={[
              ['PREPROD', t('environment.PREPROD')],
              ['PROD', t('environment.PROD')],
            ]}
            change={(value) => type('service.environment', value)}
          />
          {box('service.baseUrl', { hint: t('settings.url.hint') })}
          {box('service.jwksUrl', { hint: t('settings.url.hint') })}
          {box('service.claimPrefix')}
          {box('service.issuer')}
        </Group>
        <Group name={t('settings.group.keys')}>
          {box('keys.signingKey', { secret: true, hint: keyHint(stored, t) })}
          {box('keys.apiKey', { secret: true, hint: t(stored.apiKeySet ? 'settings.kept' : 'settings.none') })}
          {box('managerPin', { secret: true, hint: t(stored.pinSet ? 'settings.kept' : 'settings.no-pin') })}
        </Group>
        <Group name={t('settings.group.till')}>
          <Choice
            name={t('settings.till.chargeWith')}
            value={texts['till.chargeWith']}
            options={[
              ['static-qr', t('settings.charge.static-qr')],
              ['payment', t('settings.charge.payment')],
            ]}
            change={(value) => type('till.chargeWith', value)}
          />
          {box('till.refundPinAbove', { hint: t('settings.till.refundPinAbove.hint') })}
          <Switch
            className={styles.switch}
            classNames={{
              label: styles.switchLabel,
              description: styles.switchDescription,
              track: styles.switchTrack,
            }}
            size="lg"
            label={t('settings.till.sticker')}
            description={t('settings.till.sticker.hint')}
            disabled={texts['till.chargeWith'] !== 'static-qr'}
            checked={texts['till.sticker'] === 'yes' && texts['till.chargeWith'] === 'static-qr'}
            onChange={(event) => type('till.sticker', event.currentTarget.checked ? 'yes' : 'no')}
          />
        </Group>
        <Group name={t('settings.group.callbacks')}>
          {box('callbacks.callbackUrl', { hint: t('settings.optional') })}
          {box('callbacks.identifyCallbackUrl', { hint: t('settings.optional') })}
          {box('callbacks.listen.host', { hint: t('settings.optional') })}
          {box('callbacks.listen.port', { hint: t('settings.optional') })}
        </Group>
      </div>
      <div className={styles.save}>
        <p role="status" aria-label={t('settings.message')} data-tone={asked && count > 0 ? 'red' : 'grey'}>
          {message()}
        </p>
        <Button type="submit" kind="main" aria-disabled={save.pending}>
          {t('settings.save')}
        </Button>
      </div>
    </form>
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

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  change(value: string): void;
}

function Choice({ name, value, options, change }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <div className={styles.choiceName}>{name}</div>
      <SegmentedControl
        aria-label={name}
        fullWidth
        classNames={{
          root: styles.options,
          control: styles.option,
          label: styles.optionLabel,
          indicator: styles.optionMark,
        }}
        value={value}
        onChange={change}
        data={options.map(([option, label]) => ({ value: option, label }))}
      />
    </div>
  );
}
