import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { text as read } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Callback } from '../../main/callback/callback-payload.ts';
import { type CallbackOptions, startCallbackListener } from '../../main/callback/listener.ts';
import { publicJwk, serviceKey } from '../../main/service/service-key.ts';
import { createVerifier } from '../../main/service/signature-verifier.ts';
import { notingLog } from '../base/noting-log.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { createServiceSide } from '../service/service-side-signer.ts';
import { config } from '../service/vectors.ts';

export const body = {
  paymentId: 'fccd268a29a0d347301ef56e',
  currency: 'EUR',
  amount: 1250,
  reference: 'SHOP7-POS01-0001',
  createdAt: '2026-03-09T10:15:30.250Z',
  expireAt: '2026-03-09T10:20:30.250Z',
  succeededAt: '2026-03-09T10:15:30.250Z',
  status: 'SUCCEEDED',
  debtor: { name: 'Zoë', iban: 'BE********1234' },
};

export const setUrl = (path: string) => ({ path, address: `https://shop.test${path}` });

interface Setting extends Partial<CallbackOptions> {
  /** Stands for the journal's memory, which outlives the listener. */
  readonly journal?: Set<string>;
}

export async function setUp({ journal = new Set(), ...more }: Setting = {}) {
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const side = createServiceSide(() => clock.now());
  const key = serviceKey(publicJwk.parse(side.jwk));
  const { verify } = createVerifier({
    ...config,
    toleranceMs: config.toleranceSeconds * 1_000,
    keys: { find: async () => key, all: () => [key] },
  });
  const heard: Callback[] = [];
  const named: string[] = [];
  const logged: { readonly facts: Readonly<Record<string, unknown>>; readonly message: string }[] = [];
  const listener = await startCallbackListener({
    listen: { host: '127.0.0.1', port: 0 },
    urls: ['/callback', '/identify'].map(setUrl),
    verify,
    accept: async (callback) => {
      heard.push(callback);
      return { known: true };
    },
    seen: {
      isSeen: (jti) => journal.has(jti),
      seenJti(jti) {
        const seen = journal.has(jti);
        journal.add(jti);
        return seen;
      },
    },
    unproven: (paymentId) => void named.push(paymentId),
    clock,
    log: notingLog((message, facts) => void logged.push({ facts, message })),
    ...more,
  });
  onTestFinished(() => listener.close());
  const post = (text: string, headers: Readonly<Record<string, string>>, path = '/callback') =>
    send(listener.address, { text, headers, path });
  const deliver = (value: object = body, claims: { jti?: string; iat?: number } = {}, path = '/callback') => {
    const text = JSON.stringify(value);
    return post(text, { signature: side.detached(side.callback(path, claims), text) }, path);
  };
  return { clock, side, heard, named, logged, listener, post, deliver };
}

export interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

interface Got {
  readonly status: number | undefined;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export function send({ host, port }: { readonly host: string; readonly port: number }, ask: Ask = {}): Promise<Got> {
  const { method = 'POST', path = '/callback', text = JSON.stringify(body) } = ask;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...ask.headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host, port, method, path, agent: false, headers }, (response) => {
      const { statusCode: status, headers: got } = response;
      read(response).then((heard) => resolve({ status, headers: got, body: heard }), reject);
    });
    request.on('error', reject);
    request.end(text);
  });
}
