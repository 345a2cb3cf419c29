import type { ProvisioningChange } from '../../../preload/contract/provisioning.ts';
import { settingValue } from '../../ui/setting-value.ts';
import { useWords } from '../../ui/use-words.ts';

interface Props extends Pick<ProvisioningChange, 'field'> {
  readonly value: ProvisioningChange['before'];
}

export function ProvisioningValue({ field, value }: Props) {
  const words = useWords();
  // For a secret, main sends only `true` (another value), `false` (none) or nothing (unchanged).
  if (field !== 'keys.apiKey' && field !== 'managerPin') return settingValue(field, value, words);
  if (value === false) return words.t('provision.none');
  return words.t(value === true ? 'provision.another' : 'provision.as-now');
}
