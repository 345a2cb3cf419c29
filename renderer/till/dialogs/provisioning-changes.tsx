import type { ProvisioningChange, ProvisioningField } from '../../../preload/contract/provisioning.ts';
import type { TextKey } from '../../ui/language.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import styles from './provisioning-changes.module.css';

/** What each field is called in the settings; those of the fine tuning are called as in the file. */
const names: Readonly<Record<Exclude<ProvisioningField, `tuning.${string}`>, TextKey>> = {
  mode: 'provision.mode',
  'service.environment': 'settings.service.environment',
  'service.baseUrl': 'settings.service.baseUrl',
  'service.jwksUrl': 'settings.service.jwksUrl',
  'service.claimPrefix': 'settings.service.claimPrefix',
  'service.issuer': 'settings.service.issuer',
  'merchant.merchantId': 'settings.merchant.merchantId',
  'merchant.profileId': 'settings.merchant.profileId',
  'shop.shopId': 'settings.shop.shopId',
  'shop.shopName': 'settings.shop.shopName',
  'pos.posId': 'settings.pos.posId',
  'callbacks.callbackUrl': 'settings.callbacks.callbackUrl',
  'callbacks.identifyCallbackUrl': 'settings.callbacks.identifyCallbackUrl',
  'callbacks.listen': 'provision.listen',
  'till.chargeWith': 'settings.till.chargeWith',
  'till.sticker': 'settings.till.sticker',
  'sale.description': 'settings.sale.description',
  'sale.referencePattern': 'settings.sale.referencePattern',
  'sale.bulkId': 'settings.sale.bulkId',
  'sale.voucherSchemes': 'settings.sale.voucherSchemes',
  'sale.voucherMaximum': 'settings.sale.voucherMaximum',
  'counter.refundPinAbove': 'settings.counter.refundPinAbove',
  'counter.shortestPin': 'settings.counter.shortestPin',
  'keys.signingKey': 'provision.key',
  'keys.nextKey': 'settings.keys.nextKey',
  'keys.previousKey': 'settings.keys.previousKey',
  'keys.apiKey': 'settings.keys.apiKey',
  managerPin: 'settings.managerPin',
};

/** What scrolls and has nothing to press in it must be reached by the keyboard all the same (WCAG 2.1.1). */
const scrolledByKeys = { tabIndex: 0 } as const;

/** What a provisioning file would change, field by field, before and after. It scrolls where there is much. */
export function ProvisioningChanges({ changes }: { readonly changes: readonly ProvisioningChange[] }) {
  const words = useWords();
  const { t } = words;
  return (
    <section className={styles.changes} aria-label={t('provision.changes')} {...scrolledByKeys}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('provision.setting')}</th>
            <th scope="col">{t('provision.now')}</th>
            <th scope="col">{t('provision.then')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{nameOf(change.field, words)}</th>
              <td>{shownValue(change, change.before, words)}</td>
              <td>{shownValue(change, change.after, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function nameOf(field: ProvisioningField, { t }: Words): string {
  if (isTuning(field)) return t('provision.tuning', { name: field.slice('tuning.'.length) });
  return t(names[field]);
}

function isTuning(field: ProvisioningField): field is Extract<ProvisioningField, `tuning.${string}`> {
  return field.startsWith('tuning.');
}

function shownValue({ field }: ProvisioningChange, value: ProvisioningChange['before'], words: Words): string {
  const { t, money, firstOf } = words;
  // Of a secret, main tells only that there would be another one, or none.
  if (field === 'keys.apiKey' || field === 'managerPin') {
    if (value === false) return t('provision.none');
    return t(value === true ? 'provision.another' : 'provision.as-now');
  }
  if (value === undefined) return t('provision.none');
  if ((field === 'counter.refundPinAbove' || field === 'sale.voucherMaximum') && typeof value === 'number')
    return money(value);
  if (typeof value === 'boolean') return t(value ? 'provision.yes' : 'provision.no');
  if (field === 'mode') return t(value === 'training' ? 'provision.mode.training' : 'provision.mode.live');
  if (field === 'till.chargeWith') return t(firstOf([`settings.charge.${value}`], 'provision.none'));
  if (field === 'service.environment') return t(firstOf([`environment.${value}`], 'provision.none'));
  return String(value);
}
