import { basename } from 'node:path';
import type {
  ProvisioningChange,
  ProvisioningFault,
  ProvisioningQuestion,
  ProvisioningStage,
} from '../../preload/contract/provisioning.ts';
import type { FieldError } from '../base/field-errors.ts';
import { TillError } from '../base/till-error.ts';
import { type GivenBeside, OPTIONS_OF, type Provisioning } from '../settings/provisioning-file.ts';

/** A file that was handed over, and how. */
export interface Source {
  readonly path: string;
  /** By a person at the till, who sees each step; else by whoever started the app. */
  readonly byHand: boolean;
  readonly given: GivenBeside;
  /** A PIN was to come along. */
  readonly pinWanted: boolean;
  readonly passphrase?: string | undefined;
}

/** What a file asks, with what main alone knows of it. */
export type Step =
  | { readonly stage: 'passphrase'; readonly text: string }
  | { readonly stage: 'missing'; readonly text: string; readonly needs: Needs }
  | { readonly stage: 'faults'; readonly faults: readonly ProvisioningFault[]; readonly count: number }
  | {
      readonly stage: 'changes';
      readonly provisioning: Provisioning;
      readonly changes: readonly ProvisioningChange[];
    };
export type Needs = Pick<ProvisioningStage<'missing'>, 'posId' | 'pin'>;
export type Asked = Step & { readonly id: number; readonly source: Source };
export type AskedChanges = Extract<Asked, { readonly stage: 'changes' }>;

/** As a window is asked: nothing of the file but what would change. */
export function questionOf(
  { id, source, ...step }: Asked,
  isFresh: () => boolean,
  needsPin: () => boolean,
): ProvisioningQuestion {
  const asked = { id, file: basename(source.path) };
  switch (step.stage) {
    case 'passphrase':
      return { ...asked, stage: 'passphrase' };
    case 'missing':
      return { ...asked, stage: 'missing', ...step.needs };
    case 'faults':
      return { ...asked, stage: 'faults', faults: [...step.faults], count: step.count };
    case 'changes':
      return {
        ...asked,
        stage: 'changes',
        changes: [...step.changes],
        needsPin: needsPin(),
        ...(isFresh() && { fresh: true as const }),
      };
  }
}

/** What is wrong with something that a person gave, at its box. */
export function faultOfGiven(error: FieldError | undefined): TillError {
  const { path, code, values }: FieldError = error ?? { path: OPTIONS_OF.posId, code: 'pos-id.required', values: {} };
  const field = path === OPTIONS_OF.posId ? 'posId' : 'managerPin';
  return new TillError(code, `${field}: ${code}`, { field, values });
}
