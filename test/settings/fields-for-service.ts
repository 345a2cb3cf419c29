import type { Sandbox } from '../../main/sandbox/index.ts';

/** Returns the provisioning fields for a till of the service's first profile, without keys. */
export function fieldsForService({
  baseUrl,
  jwksUrl,
  claimPrefix,
  issuer,
  profile: { merchantId, profileId },
}: Pick<Sandbox, 'baseUrl' | 'jwksUrl' | 'claimPrefix' | 'issuer'> & { readonly profile: ProfileIds }) {
  return {
    service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    merchant: { merchantId, profileId },
    shop: { shopId: 'SHOP7', shopName: 'Bakkerij Zoë' },
    pos: { posId: 'TILL42' },
  };
}

type ProfileIds = Pick<Sandbox['profile'], 'merchantId' | 'profileId'>;
