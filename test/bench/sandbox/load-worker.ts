import { createPrivateKey, type JsonWebKey, randomUUID, sign } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

/** The callers, on a core of their own: asks for paths over a few connections, and tells how many were refused. */

export interface Load {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly requests: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Signs each request here, on the callers' core. */
  readonly signer?: {
    readonly jwk: JsonWebKey & { readonly kid: string };
    readonly claimPrefix: string;
    readonly sub: string;
    readonly iss: string;
  };
}

export interface LoadResult {
  readonly failed: number;
}

const CONNECTIONS = 24;

const load = workerData as Load;
const pool = new Pool(load.origin, { connections: CONNECTIONS, pipelining: 1 });
const asks = Array.from({ length: load.requests }, (_, index) => {
  const path = load.paths[index % load.paths.length] ?? '/';
  return { path, headers: load.signer ? { ...load.headers, Signature: signature(load.signer, path) } : load.headers };
});

let next = 0;
let failed = 0;
const caller = async () => {
  for (let ask = asks[next++]; ask; ask = asks[next++]) {
    const { statusCode, body } = await pool.request({ ...ask, method: 'GET' });
    await body.dump({ limit: Number.MAX_SAFE_INTEGER });
    if (statusCode !== 200) failed += 1;
  }
};
await Promise.all(Array.from({ length: CONNECTIONS }, caller));
await pool.close();
parentPort?.postMessage({ failed } satisfies LoadResult);

function signature({ jwk, claimPrefix, sub, iss }: NonNullable<Load['signer']>, path: string): string {
  const values = { sub, iss, iat: new Date().toISOString(), jti: randomUUID(), path: path.split('?')[0] };
  const claims = Object.entries(values).map(([claim, value]) => [`${claimPrefix}/${claim}`, value] as const);
  const crit = claims.map(([claim]) => claim);
  const header = { typ: 'jose+json', kid: jwk.kid, alg: 'ES256', ...Object.fromEntries(claims), crit };
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return `${head}..${sign('sha256', Buffer.from(`${head}.`), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
