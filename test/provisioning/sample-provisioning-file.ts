import { readProvisioning } from '../../main/provisioning/provisioning-file.ts';
import { makeSigningKey, type SigningKey } from '../../main/service/signing-key.ts';

/** Returns a provisioning file as handed out by support staff (docs/guide/administrators.md). */
export function provisioningFile(key: SigningKey = makeSigningKey('till-42-2026')) {
  return {
    service: {
      environment: 'PREPROD',
      baseUrl: 'http://127.0.0.1:4010',
      jwksUrl: 'http://127.0.0.1:4010/.well-known/jwks.json',
      claimPrefix: 'https://service.example',
      issuer: 'Payments',
    },
    merchant: { merchantId: '5f2b8c1d9e0a4b7c6d3e2f1a', profileId: '6a1c8b2d7e3f4a5b9c0d1e2f' },
    shop: { shopId: 'shop-7', shopName: 'Bakkerij Zoë' },
    pos: { posId: 'TILL42' },
    keys: { signingKey: { ...key }, apiKey: 'key-of-the-api-manager' },
    managerPin: '471147',
  };
}

export function provisioned(change: object = {}) {
  const read = readProvisioning(JSON.stringify({ ...provisioningFile(), ...change }));
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.provisioning;
}
