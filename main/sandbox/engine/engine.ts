import { type Picks, pick } from '../open-points.ts';
import { type CallbackOrder, type CallbackOutcome, type CallbackTrouble, noTrouble } from './callbacks.ts';
import type { Clock, Random } from './dates.ts';
import type { World } from './engine-context.ts';
import { createDataset } from './generated-transactions.ts';
import { hexId } from './ids.ts';
import { createLedger, type Ledger, type LedgerData } from './in-memory-store.ts';
import { type Operation, type OperationName, operations } from './operations.ts';
import { createPayer, type Payer } from './payer.ts';
import { type SearchBody, searchPayments } from './payment-search.ts';
import { watch } from './payment-transitions.ts';
import * as payments from './payments.ts';
import { failPayout, planDailyPayouts, runPayout } from './payouts.ts';
import { createThrottle } from './rate-limit.ts';
import { listPayouts, listTransactions, type TransactionsQuery } from './reconciliation.ts';
import type { ApiKey, Caller, PayoutRecord, Profile } from './records.ts';
import { createRefund, endRefund, type RefundBody, readRefund, watchRefund } from './refunds.ts';
import { Refusal } from './refusal.ts';
import { type Ask, createCheck } from './request-validation.ts';
import { createAgenda } from './scheduler.ts';

export interface EngineOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly picks?: Partial<Picks>;
  /** Where the service stands, for links. */
  readonly baseUrl?: () => string;
  /** What an earlier run remembered. */
  readonly data?: LedgerData;
  /** A large computed reconciliation set, of the first profile that is added or remembered. */
  readonly dataset?: { readonly seed: number; readonly transactions: number; readonly profile: Profile };
  /** Sends a callback; without it nobody answers them. */
  readonly send?: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
  readonly onChange?: () => void;
}

/** What is asked of the service, by a caller whose credentials have been checked. */
export interface EngineAsk {
  readonly caller: Caller;
  readonly operation: OperationName;
  readonly params?: Readonly<Record<string, string>>;
  /** Texts of the query string, or values. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Parsed JSON. */
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface EngineAnswer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The payment service without its wire: synchronous, driven by the clock and the randomness it is given. */
export interface Engine {
  /** Answers an operation; refusals are answers too. */
  handle(ask: EngineAsk): EngineAnswer;
  /** The answer that a refusal is given in this operation's API. */
  refuse(operation: OperationName | undefined, refusal: Refusal): EngineAnswer;
  /** Who signs for a profile; undefined when there is no such profile. */
  signer(profileId: string): Caller | undefined;
  /** Whose an API key is; undefined when nobody's. */
  keyHolder(apiKey: string): Caller | undefined;
  readonly payer: Payer;
  readonly ledger: Ledger;
  readonly picks: Picks;
  readonly trouble: CallbackTrouble;
  /** Lets an authorised payment go on at once. */
  settle(paymentId: string): void;
  /** Ends a pending refund at once. */
  endRefund(refundId: string, status: 'REFUNDED' | 'FAILED'): void;
  /** Makes a pending refund fail when its time has come. */
  doomRefund(refundId: string): void;
  runPayout(): readonly PayoutRecord[];
  failPayout(payoutId: string): boolean;
  /** Does what is due; called before each answer by itself. */
  catchUp(): void;
  putProfile(profile: Profile): void;
  putApiKey(apiKey: ApiKey): void;
  close(): void;
}

export function createEngine(options: EngineOptions): Engine {
  const { clock, random } = options;
  const picks = pick(options.picks);
  const set = options.dataset;
  const world: World = {
    clock,
    random,
    picks,
    agenda: createAgenda(clock),
    ledger: createLedger(options.data),
    trouble: noTrouble(),
    dataset: set && createDataset({ ...set, ...set.profile, until: clock.now(), random }),
    baseUrl: options.baseUrl ?? (() => 'http://sandbox.invalid'),
    send: options.send ?? ((_order, done) => done({})),
    changed: options.onChange ?? (() => undefined),
  };
  const { ledger } = world;
  const check = createCheck(picks);
  const throttle = createThrottle(clock, picks.rateLimitPerSecond);

  for (const payment of ledger.payments.values()) watch(world, payment);
  for (const refund of ledger.refunds.values()) watchRefund(world, refund);
  if (picks.payoutRun === 'daily') planDailyPayouts(world);

  const refuse = (operation: OperationName | undefined, refusal: Refusal): EngineAnswer => {
    const body = { code: refusal.code, message: refusal.message };
    const isPayment = operation === undefined || operations[operation].api === 'payment';
    // Read and search of the Payment API carry them too: the spec leaves their bodies open in part.
    const traced = isPayment ? { ...body, traceId: hexId(random, 32), spanId: hexId(random, 16) } : body;
    return { status: refusal.status, body: traced, headers: refusal.headers };
  };

  return {
    handle(ask) {
      world.agenda.catchUp();
      const operation: Operation = operations[ask.operation];
      try {
        throttle(ask.caller.profileId);
        authorise(operation, ask.caller, picks);
        const checked = check(operation, {
          params: ask.params ?? {},
          query: ask.query ?? {},
          body: ask.body,
          idempotencyKey: ask.idempotencyKey,
        });
        return act(world, ask.operation, ask.caller, checked);
      } catch (error) {
        if (error instanceof Refusal) return refuse(ask.operation, error);
        throw error;
      }
    },
    refuse,
    signer: (profileId) => signerOf(ledger, profileId),
    keyHolder: (apiKey) => keyHolderOf(ledger, apiKey),
    payer: createPayer(world),
    ledger,
    picks,
    trouble: world.trouble,
    settle: (paymentId) => payments.settleNow(world, paymentId),
    endRefund(refundId, status) {
      const refund = ledger.refunds.get(refundId);
      if (refund?.status === 'PENDING') endRefund(world, refund, status);
    },
    doomRefund(refundId) {
      const refund = ledger.refunds.get(refundId);
      if (refund) refund.willFail = true;
      world.changed();
    },
    runPayout: () => runPayout(world),
    failPayout: (payoutId) => failPayout(world, payoutId),
    catchUp: () => world.agenda.catchUp(),
    putProfile(profile) {
      ledger.profiles.set(profile.profileId, profile);
      world.changed();
    },
    putApiKey(apiKey) {
      ledger.apiKeys.set(apiKey.key, apiKey);
      world.changed();
    },
    close: () => world.agenda.close(),
  };
}

function act(world: World, operation: OperationName, caller: Caller, ask: Ask): EngineAnswer {
  const id = ask.params['id'] ?? ask.params['payment-id'] ?? '';
  // The bodies and queries have passed the operation's schema; the types below restate what it says.
  switch (operation) {
    case 'readPayment':
      return payments.readPayment(world, caller, id);
    case 'cancelPayment':
      return payments.cancelPayment(world, caller, id);
    case 'searchPayments':
      return searchPayments(world, caller, ask.body as SearchBody, ask.query as { page: number; size: number });
    case 'createPayment':
      return payments.createPayment(world, caller, ask.body as Parameters<typeof payments.createPayment>[2]);
    case 'createStaticQrPayment':
      return payments.createStaticQrPayment(
        world,
        caller,
        ask.body as Parameters<typeof payments.createStaticQrPayment>[2],
      );
    case 'acknowledgePayment':
      return payments.acknowledgePayment(world, caller, id, ask.body as { amount: number; reference?: string });
    case 'readRefundIban':
      return payments.readRefundIban(world, caller, id);
    case 'createRefund':
      return createRefund(world, caller, id, ask.body as RefundBody, ask.idempotencyKey ?? '');
    case 'readRefund':
      return readRefund(world, caller, id, ask.params['refund-id'] ?? '');
    case 'listPayouts':
      return listPayouts(world, caller, ask.query as { page: number; date?: string });
    case 'listPayments':
      return listTransactions(world, caller, 'payment', ask.query as unknown as TransactionsQuery);
    case 'listRefunds':
      return listTransactions(world, caller, 'refund', ask.query as unknown as TransactionsQuery);
  }
}

/** Key claims (spec: Authentication); which callers operation 7 takes is a pick. */
function authorise(operation: Operation, caller: Caller, picks: Picks): void {
  const authority = operation.api === 'reconciliation' ? picks.reconciliationAuthority : operation.authority;
  if (!caller.authorities.includes(authority)) {
    throw new Refusal('ACCESS_DENIED', `The caller lacks the authority ${authority}`);
  }
  const takes = operation.number === 7 ? picks.refundIbanScheme : 'either';
  if (takes !== 'either' && takes !== caller.via && caller.via !== 'both') {
    throw new Refusal('UNAUTHORIZED', `This operation takes a ${picks.refundIbanScheme} only`);
  }
}

function signerOf(ledger: Ledger, profileId: string): Caller | undefined {
  const profile = ledger.profiles.get(profileId);
  if (!profile) return undefined;
  const { merchantId, authorities } = profile;
  return { via: 'signature', subjectType: 'MERCHANT', subjectId: merchantId, profileId, merchantId, authorities };
}

function keyHolderOf(ledger: Ledger, key: string): Caller | undefined {
  const apiKey = ledger.apiKeys.get(key);
  const profile = apiKey && ledger.profiles.get(apiKey.profileId);
  if (!apiKey || !profile) return undefined;
  const { subjectType, subjectId, profileId, authorities } = apiKey;
  return { via: 'key', subjectType, subjectId, profileId, merchantId: profile.merchantId, authorities };
}
