export { newProfile, type ProfileDraft } from './accounts.ts';
export { createEngine } from './engine/engine.ts';
export { type Choices, openPoints } from './open-points.ts';
export type { Sandbox, SandboxLog, SandboxOptions } from './options.ts';
export { startSandbox } from './start.ts';
