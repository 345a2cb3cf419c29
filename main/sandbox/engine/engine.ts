import type { Clock } from '../clock.ts';
import { type Choices, choicesFrom } from '../open-points.ts';
import type { Random } from '../random.ts';
import type { CallbackOrder, CallbackOutcome, EngineContext } from './engine-context.ts';
import { generateTransactions } from './generated-transactions.ts';
import { hexId } from './ids.ts';
import { createStore, type Store, type StoredRecords } from './in-memory-store.ts';
import { type Operation, type OperationName, operations } from './operations.ts';
import { createPayer } from './payer.ts';
import { type SearchBody, searchPayments } from './payment-search.ts';
import { scheduleTransitions } from './payment-transitions.ts';
import * as payments from './payments.ts';
import { failPayout, runPayout, scheduleDailyPayouts } from './payouts.ts';
import { listPayouts, listTransactions, type TransactionsQuery } from './reconciliation.ts';
import type { ApiKey, Caller, Profile } from './records.ts';
import { createRefund, endRefund, type RefundBody, readRefund, scheduleRefundEnd } from './refunds.ts';
import { Refusal } from './refusal.ts';
import { createRateLimit, createRequestValidation, type RequestParts } from './request-validation.ts';
import { inChosenForm } from './response-form.ts';
import { createScheduler } from './scheduler.ts';

interface EngineOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly choices?: Partial<Choices>;
  readonly baseUrl?: () => string;
  readonly data?: StoredRecords | undefined;
  readonly dataset?: { readonly seed: number; readonly transactions: number; readonly profile: Profile } | undefined;
  /** Calls `done` once. If absent, no callback is answered. */
  readonly send?: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
  readonly onChange?: () => void;
}

interface EngineRequest {
  readonly caller: Caller;
  readonly operation: OperationName;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

export interface EngineResponse {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Engine = ReturnType<typeof createEngine>;

/** The payment service without HTTP and signatures: synchronous, with injected clock and randomness. */
export function createEngine(options: EngineOptions) {
  const { clock, random, dataset } = options;
  const choices = choicesFrom(options.choices);
  const context: EngineContext = {
    clock,
    random,
    choices,
    scheduler: createScheduler(clock),
    store: createStore(options.data),
    callbackFaults: { repeat: 0, shuffleMs: 0, drop: 0 },
    generated: dataset && generateTransactions({ ...dataset, ...dataset.profile, until: clock.now(), random }),
    baseUrl: options.baseUrl ?? (() => 'http://sandbox.invalid'),
    send: options.send ?? ((_order, done) => done({})),
    changed: options.onChange ?? (() => undefined),
  };
  const { store, scheduler } = context;
  const validate = createRequestValidation(choices);
  const checkRate = createRateLimit(clock, choices);

  for (const payment of store.payments.values()) scheduleTransitions(context, payment);
  for (const refund of store.refunds.values()) scheduleRefundEnd(context, refund);
  if (choices.payoutRun === 'daily') scheduleDailyPayouts(context);

  const refuse = (operation: OperationName | undefined, refusal: Refusal) => responseOf(refusal, operation, context);

  return {
    /** Runs all due tasks first. A refusal is a response too. */
    handle({ caller, operation, params = {}, query = {}, body, idempotencyKey }: EngineRequest): EngineResponse {
      scheduler.runDue();
      try {
        checkRate(caller.profileId);
        authorise(operations[operation], caller, choices);
        const parts = validate(operations[operation], { params, query, body, idempotencyKey });
        const answer = performers[operation](context, caller, parts);
        return answer.body === undefined ? answer : { ...answer, body: inChosenForm(choices, answer.body) };
      } catch (error) {
        if (error instanceof Refusal) return refuse(operation, error);
        throw error;
      }
    },
    refuse,
    signer: (profileId: string) => signerOf(store, profileId),
    keyHolder: (apiKey: string) => keyHolderOf(store, apiKey),
    payer: createPayer(context),
    store,
    choices,
    callbackFaults: context.callbackFaults,
    settle: (paymentId: string) => payments.settleNow(context, paymentId),
    endRefund(refundId: string, status: 'REFUNDED' | 'FAILED') {
      const refund = store.refunds.get(refundId);
      if (refund?.status === 'PENDING') endRefund(context, refund, status);
    },
    failRefundWhenDue(refundId: string) {
      const refund = store.refunds.get(refundId);
      if (refund) refund.willFail = true;
      context.changed();
    },
    runPayout: () => runPayout(context),
    failPayout: (payoutId: string) => failPayout(context, payoutId),
    runDue: () => scheduler.runDue(),
    putProfile(profile: Profile) {
      store.profiles.set(profile.profileId, profile);
      context.changed();
    },
    putApiKey(apiKey: ApiKey) {
      store.apiKeys.set(apiKey.key, apiKey);
      context.changed();
    },
    close: () => scheduler.close(),
  };
}

/** Operations whose refusals have no documented body: the body is a choice of the sandbox. */
const UNSHOWN_BODIES: readonly (number | undefined)[] = [2, 3, 5, 7];

function responseOf(
  { status, headers, code, message }: Refusal,
  name: OperationName | undefined,
  { choices, random }: Pick<EngineContext, 'choices' | 'random'>,
): EngineResponse {
  const operation: Operation | undefined = name && operations[name];
  if (choices.unshownBodies === 'empty' && UNSHOWN_BODIES.includes(operation?.number)) return { status, headers };
  const isSpecified = operation?.api === 'reconciliation' || choices.errorCodes !== 'others';
  const body = { code: isSpecified ? code : `ERROR_${status}`, message };
  const isPayment = operation === undefined || operation.api === 'payment';
  const traced = isPayment ? { ...body, traceId: hexId(random, 32), spanId: hexId(random, 16) } : body;
  return { status, body: traced, headers };
}

type Performer = (context: EngineContext, caller: Caller, parts: RequestParts) => EngineResponse;

/** Bodies and queries have passed the operation's schema, which the casts restate. */
const performers: Readonly<Record<OperationName, Performer>> = {
  readPayment: (context, caller, { params }) => payments.readPayment(context, caller, params['id'] ?? ''),
  cancelPayment: (context, caller, { params }) => payments.cancelPayment(context, caller, params['id'] ?? ''),
  searchPayments: (context, caller, { query, body }) =>
    searchPayments(context, caller, body as SearchBody, query as { page: number; size: number }),
  createPayment: (context, caller, { body }) => payments.createPayment(context, caller, body as payments.CreateBody),
  createStaticQrPayment: (context, caller, { body }) =>
    payments.createStaticQrPayment(context, caller, body as payments.StaticQrBody),
  acknowledgePayment: (context, caller, { params, body }) =>
    payments.acknowledgePayment(context, caller, params['id'] ?? '', body as { amount: number; reference?: string }),
  readRefundIban: (context, caller, { params }) => payments.readRefundIban(context, caller, params['id'] ?? ''),
  createRefund: (context, caller, { params, body, idempotencyKey = '' }) =>
    createRefund(context, caller, params['payment-id'] ?? '', body as RefundBody, idempotencyKey),
  readRefund: (context, caller, { params }) =>
    readRefund(context, caller, params['payment-id'] ?? '', params['refund-id'] ?? ''),
  listPayouts: (context, caller, { query }) => listPayouts(context, caller, query as { page: number; date?: string }),
  listPayments: (context, caller, { query }) =>
    listTransactions(context, caller, 'payment', query as TransactionsQuery),
  listRefunds: (context, caller, { query }) => listTransactions(context, caller, 'refund', query as TransactionsQuery),
};

/** Checks key claims (docs/service.md, Authentication); the callers of operation 7 are an open point. */
function authorise(operation: Operation, caller: Caller, choices: Choices): void {
  const authority = operation.api === 'reconciliation' ? choices.reconciliationAuthority : operation.authority;
  if (!caller.authorities.includes(authority)) {
    throw new Refusal('ACCESS_DENIED', `The caller lacks the authority ${authority}`);
  }
  const takes = operation.number === 7 ? choices.refundIbanScheme : 'either';
  if (takes !== 'either' && takes !== caller.via && caller.via !== 'both') {
    throw new Refusal('UNAUTHORIZED', `This operation takes a ${choices.refundIbanScheme} only`);
  }
}

function signerOf(store: Store, profileId: string): Caller | undefined {
  const profile = store.profiles.get(profileId);
  if (!profile) return undefined;
  const { merchantId, authorities } = profile;
  return { via: 'signature', subjectType: 'MERCHANT', subjectId: merchantId, profileId, merchantId, authorities };
}

function keyHolderOf(store: Store, key: string): Caller | undefined {
  const apiKey = store.apiKeys.get(key);
  const profile = apiKey && store.profiles.get(apiKey.profileId);
  return profile && { ...apiKey, via: 'key', merchantId: profile.merchantId };
}
