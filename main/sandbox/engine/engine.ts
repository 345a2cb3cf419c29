import type { Clock } from '../clock.ts';
import { type Choices, choicesFrom } from '../open-points.ts';
import type { Random } from '../random.ts';
import { type CallbackFaults, type CallbackOrder, type CallbackOutcome, noCallbackFaults } from './callback-order.ts';
import type { EngineContext } from './engine-context.ts';
import { generateTransactions } from './generated-transactions.ts';
import { hexId } from './ids.ts';
import { createStore, type Store, type StoredRecords } from './in-memory-store.ts';
import { type Operation, type OperationName, operations } from './operations.ts';
import { createPayer, type Payer } from './payer.ts';
import { type SearchBody, searchPayments } from './payment-search.ts';
import { scheduleTransitions } from './payment-transitions.ts';
import * as payments from './payments.ts';
import { failPayout, planDailyPayouts, runPayout } from './payouts.ts';
import { createRateLimit } from './rate-limit.ts';
import { listPayouts, listTransactions, type TransactionsQuery } from './reconciliation.ts';
import type { ApiKey, Caller, PayoutRecord, Profile } from './records.ts';
import { createRefund, endRefund, type RefundBody, readRefund, scheduleRefundEnd } from './refunds.ts';
import { Refusal } from './refusal.ts';
import { type Ask, createRequestValidation } from './request-validation.ts';
import { createScheduler } from './scheduler.ts';

export interface EngineOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly choices?: Partial<Choices>;
  /** Where the service stands, for links. */
  readonly baseUrl?: () => string;
  /** What an earlier run remembered. */
  readonly data?: StoredRecords;
  /** A large computed reconciliation set, of the first profile that is added or remembered. */
  readonly dataset?: { readonly seed: number; readonly transactions: number; readonly profile: Profile };
  /** Sends a callback; without it nobody answers them. */
  readonly send?: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
  readonly onChange?: () => void;
}

/** What is asked of the service, by a caller whose credentials have been checked. */
export interface EngineRequest {
  readonly caller: Caller;
  readonly operation: OperationName;
  readonly params?: Readonly<Record<string, string>>;
  /** Texts of the query string, or values. */
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

/** The payment service without its wire: synchronous, driven by the clock and the randomness it is given. */
export interface Engine {
  /** Answers an operation; refusals are answers too. */
  handle(ask: EngineRequest): EngineResponse;
  /** The answer that a refusal is given in this operation's API. */
  refuse(operation: OperationName | undefined, refusal: Refusal): EngineResponse;
  /** Who signs for a profile; undefined when there is no such profile. */
  signer(profileId: string): Caller | undefined;
  /** Whose an API key is; undefined when nobody's. */
  keyHolder(apiKey: string): Caller | undefined;
  readonly payer: Payer;
  readonly store: Store;
  readonly choices: Choices;
  readonly callbackFaults: CallbackFaults;
  /** Lets an authorised payment go on at once. */
  settle(paymentId: string): void;
  /** Ends a pending refund at once. */
  endRefund(refundId: string, status: 'REFUNDED' | 'FAILED'): void;
  /** Makes a pending refund fail when its time has come. */
  failRefundWhenDue(refundId: string): void;
  runPayout(): readonly PayoutRecord[];
  failPayout(payoutId: string): boolean;
  /** Does what is due; called before each answer by itself. */
  runDue(): void;
  putProfile(profile: Profile): void;
  putApiKey(apiKey: ApiKey): void;
  close(): void;
}

export function createEngine(options: EngineOptions): Engine {
  const { clock, random } = options;
  const choices = choicesFrom(options.choices);
  const set = options.dataset;
  const context: EngineContext = {
    clock,
    random,
    choices,
    scheduler: createScheduler(clock),
    store: createStore(options.data),
    callbackFaults: noCallbackFaults(),
    dataset: set && generateTransactions({ ...set, ...set.profile, until: clock.now(), random }),
    baseUrl: options.baseUrl ?? (() => 'http://sandbox.invalid'),
    send: options.send ?? ((_order, done) => done({})),
    changed: options.onChange ?? (() => undefined),
  };
  const { store } = context;
  const check = createRequestValidation(choices);
  const throttle = createRateLimit(clock, choices.rateLimitPerSecond);

  for (const payment of store.payments.values()) scheduleTransitions(context, payment);
  for (const refund of store.refunds.values()) scheduleRefundEnd(context, refund);
  if (choices.payoutRun === 'daily') planDailyPayouts(context);

  const refuse = (operation: OperationName | undefined, refusal: Refusal): EngineResponse => {
    const body = { code: refusal.code, message: refusal.message };
    const isPayment = operation === undefined || operations[operation].api === 'payment';
    // Read and search of the Payment API carry them too: the spec leaves their bodies open in part.
    const traced = isPayment ? { ...body, traceId: hexId(random, 32), spanId: hexId(random, 16) } : body;
    return { status: refusal.status, body: traced, headers: refusal.headers };
  };

  return {
    handle(ask) {
      context.scheduler.runDue();
      const operation: Operation = operations[ask.operation];
      try {
        throttle(ask.caller.profileId);
        authorise(operation, ask.caller, choices);
        const checked = check(operation, {
          params: ask.params ?? {},
          query: ask.query ?? {},
          body: ask.body,
          idempotencyKey: ask.idempotencyKey,
        });
        return act(context, ask.operation, ask.caller, checked);
      } catch (error) {
        if (error instanceof Refusal) return refuse(ask.operation, error);
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

function act(context: EngineContext, operation: OperationName, caller: Caller, ask: Ask): EngineResponse {
  const id = ask.params['id'] ?? ask.params['payment-id'] ?? '';
  // The bodies and queries have passed the operation's schema; the types below restate what it says.
  switch (operation) {
    case 'readPayment':
      return payments.readPayment(context, caller, id);
    case 'cancelPayment':
      return payments.cancelPayment(context, caller, id);
    case 'searchPayments':
      return searchPayments(context, caller, ask.body as SearchBody, ask.query as { page: number; size: number });
    case 'createPayment':
      return payments.createPayment(context, caller, ask.body as Parameters<typeof payments.createPayment>[2]);
    case 'createStaticQrPayment':
      return payments.createStaticQrPayment(
        context,
        caller,
        ask.body as Parameters<typeof payments.createStaticQrPayment>[2],
      );
    case 'acknowledgePayment':
      return payments.acknowledgePayment(context, caller, id, ask.body as { amount: number; reference?: string });
    case 'readRefundIban':
      return payments.readRefundIban(context, caller, id);
    case 'createRefund':
      return createRefund(context, caller, id, ask.body as RefundBody, ask.idempotencyKey ?? '');
    case 'readRefund':
      return readRefund(context, caller, id, ask.params['refund-id'] ?? '');
    case 'listPayouts':
      return listPayouts(context, caller, ask.query as { page: number; date?: string });
    case 'listPayments':
      return listTransactions(context, caller, 'payment', ask.query as unknown as TransactionsQuery);
    case 'listRefunds':
      return listTransactions(context, caller, 'refund', ask.query as unknown as TransactionsQuery);
  }
}

/** Key claims (spec: Authentication); which callers operation 7 takes is a pick. */
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
