import {
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { type ProfileDraft, type Sandbox, type SandboxOptions, startSandbox } from '../../main/sandbox/index.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

/** A till written straight from the specification, on bare fetch and node:crypto; it shares no code with either side. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

export type Json = { readonly [field: string]: Json } & { readonly length: number } & readonly Json[];

export interface CallOptions {
  readonly body?: unknown;
  /** Body as it is, in place of `body`. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
  /** Signed unless a key is to be enough. */
  readonly as?: 'signer' | 'key' | 'nobody' | 'both';
  readonly claims?: Record<string, unknown>;
  readonly header?: (header: Record<string, unknown>) => Record<string, unknown>;
}

export interface BareTill {
  readonly sandbox: Sandbox;
  readonly clock: VirtualClock;
  readonly log: { readonly fields: Record<string, unknown>; readonly message: string }[];
  readonly privateKey: KeyObject;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  signature(path: string, body: string, options?: CallOptions): string;
  /** A payment that is PENDING; answers with its id. */
  charge(fields?: object): Promise<string>;
  /** A payment that SUCCEEDED. */
  paid(fields?: object): Promise<string>;
  status(paymentId: string): Promise<string>;
  /** Throws unless the named header is a detached JWS of the service over these bytes. */
  checkSigned(answer: Answer, header: string): Promise<Record<string, unknown>>;
}

export async function bareTill(options: SandboxOptions = {}, profile?: ProfileDraft): Promise<BareTill> {
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const log: BareTill['log'] = [];
  const note = (fields: object, message: string) => void log.push({ fields: { ...fields }, message });
  const sandbox = await startSandbox({
    clock,
    log: { info: note, warn: note },
    ...(profile && { profiles: [profile] }),
    ...options,
  });
  return tillOf(sandbox, clock, log);
}

export function tillOf(
  sandbox: Sandbox,
  clock: VirtualClock,
  log: BareTill['log'] = [],
  owner: { profileId: string; merchantId: string; apiKey: string } = sandbox.profile,
): BareTill {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = `till-${owner.profileId.slice(0, 6)}`;
  sandbox.registerKey(owner.profileId, { ...publicKey.export({ format: 'jwk' }), kid });
  const prefix = sandbox.claimPrefix;

  const till: BareTill = {
    sandbox,
    clock,
    log,
    privateKey,
    signature(path, body, { claims = {}, header = unchanged } = {}) {
      const issuer = path.startsWith('/v3/reconciliation') ? owner.merchantId : sandbox.issuer;
      const values: Record<string, unknown> = {
        sub: owner.profileId,
        iss: issuer,
        iat: new Date(clock.now()).toISOString(),
        jti: randomUUID(),
        path: path.split('?')[0],
        ...claims,
      };
      const named = Object.fromEntries(Object.entries(values).map(([claim, value]) => [`${prefix}/${claim}`, value]));
      const head = Buffer.from(
        JSON.stringify(header({ typ: 'jose+json', kid, alg: 'ES256', ...named, crit: Object.keys(named) })),
      ).toString('base64url');
      const signed = Buffer.from(`${head}.${Buffer.from(body).toString('base64url')}`);
      return `${head}..${sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
    },
    async call(method, path, options = {}) {
      const body = options.raw ?? (options.body === undefined ? '' : JSON.stringify(options.body));
      const headers: Record<string, string> = {};
      const as = options.as ?? 'signer';
      if (as === 'signer' || as === 'both') headers['Signature'] = till.signature(path, body, options);
      if (as === 'key' || as === 'both') headers['Authorization'] = `Bearer ${owner.apiKey}`;
      if (body !== '') headers['Content-Type'] = 'application/json';
      const answer = await fetch(sandbox.baseUrl + path, {
        method,
        headers: { ...headers, ...options.headers },
        ...(body === '' ? {} : { body }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
      return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined };
    },
    async charge(fields = {}) {
      const body = { posId: 'POS1', amount: 1250, currency: 'EUR', reference: 'REF-1', ...fields };
      const answer = await till.call('POST', '/v3/payments/pos', { body });
      if (answer.status !== 201) throw new Error(`not created: ${answer.status} ${answer.text}`);
      return JSON.parse(answer.text).paymentId;
    },
    async paid(fields = {}) {
      const paymentId = await till.charge(fields);
      sandbox.payer.scan(paymentId, { name: 'Zoë', iban: 'BE68539007547034' });
      sandbox.payer.confirm(paymentId);
      sandbox.engine.settle(paymentId);
      return paymentId;
    },
    async status(paymentId) {
      const answer = await till.call('GET', `/v3/payments/${paymentId}`);
      return JSON.parse(answer.text).status;
    },
    async checkSigned(answer, name) {
      const [head = '', payload, value = ''] = (answer.headers.get(name) ?? '').split('.');
      const header = JSON.parse(Buffer.from(head, 'base64url').toString());
      const { keys } = (await (await fetch(sandbox.jwksUrl)).json()) as { keys: (JsonWebKey & { kid: string })[] };
      const jwk = keys.find((key) => key.kid === header.kid);
      if (!jwk || payload !== '') throw new Error(`${name} is not a detached JWS of a published key`);
      const key = createPublicKey({ key: jwk, format: 'jwk' });
      const signed = Buffer.from(`${head}.${Buffer.from(answer.text).toString('base64url')}`);
      const options = header.alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
      if (!verify('sha256', signed, options, Buffer.from(value, 'base64url')))
        throw new Error(`${name} does not match`);
      return header;
    },
  };
  return till;
}

function unchanged(header: Record<string, unknown>): Record<string, unknown> {
  return header;
}
