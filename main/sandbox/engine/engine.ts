import type { Clock } from '../clock.ts';
import { type Choices, choicesFrom } from '../open-points.ts';
import type { Random } from '../random.ts';
import {
  type CallbackFaults,
  type CallbackOrder,
  type CallbackOutcome,
  type EngineContext,
  noCallbackFaults,
} from './engine-context.ts';
import { generateTransactions } from './generated-transactions.ts';
import { hexId } from './ids.ts';
import { createStore, type Store, type StoredRecords } from './in-memory-store.ts';
import { type Operation, type OperationName, operations } from './operations.ts';
import { createPayer, type Payer } from './payer.ts';
import { type SearchBody, searchPayments } from './payment-search.ts';
import { scheduleTransitions } from './payment-transitions.ts';
import * as payments from './payments.ts';
import { failPayout, runPayout, scheduleDailyPayouts } from './payouts.ts';
import { listPayouts, listTransactions, type TransactionsQuery } from './reconciliation.ts';
import type { ApiKey, Caller, PayoutRecord, Profile } from './records.ts';
import { createRefund, endRefund, type RefundBody, readRefund, scheduleRefundEnd } from './refunds.ts';
import { Refusal } from './refusal.ts';
import { createRateLimit, createRequestValidation, type RequestParts } from './request-validation.ts';
import { createScheduler } from './scheduler.ts';

export interface EngineOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly choices?: Partial<Choices>;
  /** Where the service stands, for links. */
  readonly baseUrl?: () => string;
  /** Records of an earlier run. */
  readonly data?: StoredRecords;
  /** A large computed reconciliation set, of the first profile that is added or remembered. */
  readonly dataset?: { readonly seed: number; readonly transactions: number; readonly profile: Profile };
  /** Sends a callback and calls `done` once. Without it no callback is answered. */
  readonly send?: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
  readonly onChange?: () => void;
}

/** A request by a caller whose credentials have been checked. */
export interface EngineRequest {
  readonly caller: Caller;
  readonly operation: OperationName;
  readonly params?: Readonly<Record<string, string>>;
  /** As text from a query string, or as values. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Parsed JSON. */
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface EngineResponse {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The payment service without HTTP and signatures: synchronous, on the clock and the randomness that it is given. */
export interface Engine {
  /** Answers a request; a refusal is an answer too. */
  handle(request: EngineRequest): EngineResponse;
  /** A refusal as an answer, in the form of this operation's API. */
  refuse(operation: OperationName | undefined, refusal: Refusal): EngineResponse;
  /** The caller who signs for a profile; undefined when there is no such profile. */
  signer(profileId: string): Caller | undefined;
  /** The caller whom an API key names; undefined for an unknown key. */
  keyHolder(apiKey: string): Caller | undefined;
  readonly payer: Payer;
  readonly store: Store;
  readonly choices: Choices;
  readonly callbackFaults: CallbackFaults;
  /** Settles an authorised payment now. */
  settle(paymentId: string): void;
  /** Ends a pending refund now. */
  endRefund(refundId: string, status: 'REFUNDED' | 'FAILED'): void;
  /** A pending refund ends as FAILED instead of REFUNDED. */
  failRefundWhenDue(refundId: string): void;
  runPayout(): readonly PayoutRecord[];
  failPayout(payoutId: string): boolean;
  /** Runs what is due by the clock. `handle` does so before each answer. */
  runDue(): void;
  putProfile(profile: Profile): void;
  putApiKey(apiKey: ApiKey): void;
  close(): void;
}

export function createEngine(options: EngineOptions): Engine {
  const { clock, random } = options;
  const choices = choicesFrom(options.choices);
  const { dataset } = options;
  const context: EngineContext = {
    clock,
    random,
    choices,
    scheduler: createScheduler(clock),
    store: createStore(options.data),
    callbackFaults: noCallbackFaults(),
    generated: dataset && generateTransactions({ ...dataset, ...dataset.profile, until: clock.now(), random }),
    baseUrl: options.baseUrl ?? (() => 'http://sandbox.invalid'),
    send: options.send ?? ((_order, done) => done({})),
    changed: options.onChange ?? (() => undefined),
  };
  const { store } = context;
  const validate = createRequestValidation(choices);
  const checkRate = createRateLimit(clock, choices.rateLimitPerSecond);

  for (const payment of store.payments.values()) scheduleTransitions(context, payment);
  for (const refund of store.refunds.values()) scheduleRefundEnd(context, refund);
  if (choices.payoutRun === 'daily') scheduleDailyPayouts(context);

  const refuse = (operation: OperationName | undefined, refusal: Refusal) => responseOf(refusal, operation, random);

  return {
    handle(request) {
      context.scheduler.runDue();
      const operation: Operation = operations[request.operation];
      try {
        checkRate(request.caller.profileId);
        authorise(operation, request.caller, choices);
        const parts = validate(operation, {
          params: request.params ?? {},
          query: request.query ?? {},
          body: request.body,
          idempotencyKey: request.idempotencyKey,
        });
        return perform(context, request.operation, request.caller, parts);
      } catch (error) {
        if (error instanceof Refusal) return refuse(request.operation, error);
        throw error;
      }
    },
    refuse,
    signer: (profileId) => signerOf(store, profileId),
    keyHolder: (apiKey) => keyHolderOf(store, apiKey),
    payer: createPayer(context),
    store,
    choices,
    callbackFaults: context.callbackFaults,
    settle: (paymentId) => payments.settleNow(context, paymentId),
    endRefund(refundId, status) {
      const refund = store.refunds.get(refundId);
      if (refund?.status === 'PENDING') endRefund(context, refund, status);
    },
    failRefundWhenDue(refundId) {
      const refund = store.refunds.get(refundId);
      if (refund) refund.willFail = true;
      context.changed();
    },
    runPayout: () => runPayout(context),
    failPayout: (payoutId) => failPayout(context, payoutId),
    runDue: () => context.scheduler.runDue(),
    putProfile(profile) {
      store.profiles.set(profile.profileId, profile);
      context.changed();
    },
    putApiKey(apiKey) {
      store.apiKeys.set(apiKey.key, apiKey);
      context.changed();
    },
    close: () => context.scheduler.close(),
  };
}

function responseOf(refusal: Refusal, operation: OperationName | undefined, random: Random): EngineResponse {
  const body = { code: refusal.code, message: refusal.message };
  const isPayment = operation === undefined || operations[operation].api === 'payment';
  // On every operation of the Payment API: where its documents show no body, this is a choice of the sandbox.
  const traced = isPayment ? { ...body, traceId: hexId(random, 32), spanId: hexId(random, 16) } : body;
  return { status: refusal.status, body: traced, headers: refusal.headers };
}

function perform(
  context: EngineContext,
  operation: OperationName,
  caller: Caller,
  parts: RequestParts,
): EngineResponse {
  const id = parts.params['id'] ?? parts.params['payment-id'] ?? '';
  // Bodies and queries have passed the operation's schema, which the types below restate.
  switch (operation) {
    case 'readPayment':
      return payments.readPayment(context, caller, id);
    case 'cancelPayment':
      return payments.cancelPayment(context, caller, id);
    case 'searchPayments':
      return searchPayments(context, caller, parts.body as SearchBody, parts.query as { page: number; size: number });
    case 'createPayment':
      return payments.createPayment(context, caller, parts.body as Parameters<typeof payments.createPayment>[2]);
    case 'createStaticQrPayment':
      return payments.createStaticQrPayment(
        context,
        caller,
        parts.body as Parameters<typeof payments.createStaticQrPayment>[2],
      );
    case 'acknowledgePayment':
      return payments.acknowledgePayment(context, caller, id, parts.body as { amount: number; reference?: string });
    case 'readRefundIban':
      return payments.readRefundIban(context, caller, id);
    case 'createRefund':
      return createRefund(context, caller, id, parts.body as RefundBody, parts.idempotencyKey ?? '');
    case 'readRefund':
      return readRefund(context, caller, id, parts.params['refund-id'] ?? '');
    case 'listPayouts':
      return listPayouts(context, caller, parts.query as { page: number; date?: string });
    case 'listPayments':
      return listTransactions(context, caller, 'payment', parts.query as unknown as TransactionsQuery);
    case 'listRefunds':
      return listTransactions(context, caller, 'refund', parts.query as unknown as TransactionsQuery);
  }
}

/** Key claims (docs/service.md, Authentication); which callers operation 7 accepts is an open point. */
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
  if (!apiKey || !profile) return undefined;
  const { subjectType, subjectId, profileId, authorities } = apiKey;
  return { via: 'key', subjectType, subjectId, profileId, merchantId: profile.merchantId, authorities };
}
