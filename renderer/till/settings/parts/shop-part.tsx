import type { SettingsView } from '../../../../preload/contract.ts';
import { useWords } from '../../../ui/use-words.ts';
import { ModeChoice } from '../mode-choice.tsx';
import { SettingBox, SettingChoice, StickerSwitch } from '../settings-inputs.tsx';
import { StickerButton } from '../../sticker/sticker-button.tsx';
import { Group } from './group.tsx';

/** Which shop and till this is, and whether it takes real payments. */
export function ShopPart({ stored }: { readonly stored: SettingsView }) {
  const { t } = useWords();
  return (
    <>
      <ModeChoice stored={stored} />
      <Group name={t('settings.group.shop')}>
        <SettingBox path="shop.shopName" max={36} hint={t('settings.shop.shopName.hint')} />
        <SettingBox path="shop.shopId" max={36} />
        <SettingBox path="pos.posId" max={36} hint={t('settings.pos.posId.hint')} />
      </Group>
      <Group name={t('settings.group.till')}>
        <SettingChoice
          path="till.chargeWith"
          options={[
            { value: 'static-qr', label: t('settings.charge.static-qr') },
            { value: 'payment', label: t('settings.charge.payment') },
          ]}
        />
        <StickerSwitch />
        <StickerButton />
      </Group>
    </>
  );
}
