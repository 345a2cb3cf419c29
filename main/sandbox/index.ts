export { newProfile, type ProfileDraft } from './accounts.ts';
export {
  createEngine,
  type Engine,
  type EngineOptions,
  type EngineRequest,
  type EngineResponse,
} from './engine/engine.ts';
export type { CallbackOrder, CallbackOutcome } from './engine/engine-context.ts';
export { type OperationName, operations, route } from './engine/operations.ts';
export { type Payer, type PayerOutcome, payerActs } from './engine/payer.ts';
export type { ApiKey, Authority, Caller, Debtor, PaymentStatus, Profile, PublicJwk } from './engine/records.ts';
export { type Choices, openPoints } from './open-points.ts';
export type { Sandbox, SandboxLog, SandboxOptions } from './options.ts';
export { startSandbox } from './start.ts';
