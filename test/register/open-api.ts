import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import type { TillError } from '../../main/base/till-error.ts';
import type { State } from '../../main/identity/sealed-record.ts';
import { type ApiOptions, startRegisterApi } from '../../main/register/api/api-server.ts';
import type { RegisterPayments } from '../../main/register/payments-by-key.ts';
import type { PaymentEvent, RegisterPayment } from '../../main/register/register-payment.ts';
import { registerRecord } from '../../main/register/register-record.ts';
import { createRegisters } from '../../main/register/registers.ts';
import { notingLog } from '../base/noting-log.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

export const START = Date.parse('2026-03-09T10:15:30.250Z');

export const payment: RegisterPayment = {
  key: 'a-1',
  rev: 3,
  state: 'waiting',
  final: false,
  amountCents: 420,
  currency: 'EUR',
  refundedCents: 0,
  reference: 'kassa-1',
  receipt: { lines: [], narrowLines: [], fields: {} },
  refunds: [],
  training: true,
  createdAt: '2026-11-20T13:00:00.000Z',
};

/** Registers whose state is a variable. `begin` stands for the manager's click. */
export function pairedInMemory(keychainFault?: TillError) {
  const keychain = { fault: keychainFault };
  const clock = new VirtualClock(START);
  let state: State = { generation: 0, pinRequired: false, people: [] };
  const acts: string[] = [];
  const till = {
    mode: 'training',
    roles: { actor: () => ({ role: 'manager', id: 'm', name: 'Mia' }) },
    adjustAfter: async (change: () => Promise<void> | void) => change(),
  } as never;
  const record = registerRecord({
    till,
    trust: {
      fault: undefined,
      get found() {
        return { kind: 'held', state } as never;
      },
    },
    save: {
      registers: async (edit) => {
        if (keychain.fault !== undefined) throw keychain.fault;
        state = { ...state, ...edit(state) };
      },
    },
  });
  const registers = createRegisters({
    clock,
    random: { next: () => 0.25, uuid: randomUUID },
    till,
    record,
    acts: { record: ({ act, by, values }) => void acts.push(`${act} ${by.name} ${values?.['name']}`) },
    changed: () => undefined,
  });
  return { clock, registers, acts, keychain, record: () => state };
}

export async function paired(registers: ReturnType<typeof createRegisters>, name = 'Kassa', origin?: string) {
  const { code } = registers.beginPairing();
  return registers.pair(code, name, origin);
}

/** Starts a register link with mocked payments and a paired register. */
export async function openApi(more: Partial<ApiOptions> = {}) {
  const { clock, registers } = pairedInMemory();
  const events: PaymentEvent[] = [];
  const payments = {
    has: vi.fn<RegisterPayments['has']>(() => false),
    lastDone: vi.fn<RegisterPayments['lastDone']>(),
    charge: vi.fn<RegisterPayments['charge']>(async (_register, key) => ({ ...payment, key })),
    get: vi.fn<RegisterPayments['get']>(async () => payment),
    changed: vi.fn<RegisterPayments['changed']>(async () => payment),
    cancel: vi.fn<RegisterPayments['cancel']>(async () => payment),
    refund: vi.fn<RegisterPayments['refund']>(async () => payment),
    last: vi.fn<RegisterPayments['last']>(async () => undefined),
    byReceipt: vi.fn<RegisterPayments['byReceipt']>(async () => undefined),
    isBlocked: vi.fn<RegisterPayments['isBlocked']>(() => false),
    status: vi.fn<RegisterPayments['status']>(() => ({
      training: true,
      shopName: 'Bakker',
      posId: 'pos-1',
      ready: true,
      service: 'online',
    })),
    events: vi.fn<RegisterPayments['events']>(async function* (_register, _after, signal) {
      yield* events;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }),
  };
  const api = await startRegisterApi({ port: 0, payments, registers, clock, log: notingLog(() => undefined), ...more });
  onTestFinished(api.close);
  const { id, token } = await paired(registers);
  const { port } = api.address;
  const ask = (method: string, path: string, given: Given = {}) => asked(port, method, path, { token, ...given });
  return { ...api, clock, registers, payments, events, id, token, port, ask };
}

interface Given {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: RequestOptions['headers'];
  readonly tls?: Pick<RequestOptions, 'ca'> | undefined;
}

/** Returns the response once its header has arrived. */
export function answered(port: number, method: string, path: string, { token, body, headers, tls }: Given) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: false,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    } as const;
    const request = tls === undefined ? httpRequest(options, resolve) : httpsRequest({ ...options, ...tls }, resolve);
    request.on('error', reject);
    request.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  });
}

export async function asked(port: number, method: string, path: string, given: Given) {
  const response = await answered(port, method, path, given);
  const content = await text(response);
  const type = response.headers['content-type'] ?? '';
  return {
    status: response.statusCode,
    headers: response.headers,
    body: type.includes('json') ? (JSON.parse(content) as Record<string, unknown>) : content,
  };
}
