import type { CheckId, CheckMend, CheckState } from '../../../preload/contract/checks.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { type TillError, toTillError } from '../../base/till-error.ts';
import type { SigningKey } from '../../service/signing-key.ts';
import type { TerminalSettings } from '../../settings/settings.ts';

export interface Check {
  readonly id: CheckId;
  /** May reject: the error's code becomes the finding. */
  run(signal: AbortSignal): Promise<Found> | Found;
}

/** The values are shown, stored and sent to support: none may be secret. */
export interface Found {
  readonly state: CheckState;
  readonly finding: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly mend?: CheckMend;
}

export function ok(finding: string, values?: Found['values']): Found {
  return { state: 'ok', finding, ...omitUndefined({ values }) };
}

export function warning(finding: string, values?: Found['values'], mend?: CheckMend): Found {
  return { state: 'warning', finding, ...omitUndefined({ values, mend }) };
}

export function failed(finding: string, values?: Found['values'], mend?: CheckMend): Found {
  return { state: 'failed', finding, ...omitUndefined({ values, mend }) };
}

export function skipped(finding: string, values?: Found['values'], mend?: CheckMend): Found {
  return { state: 'skipped', finding, ...omitUndefined({ values, mend }) };
}

export function failedWith(thrown: unknown, mend?: CheckMend): Found {
  const { code, values, status, serviceCode, traceId } = toTillError(thrown);
  return failed(code, { reason: code, ...values, ...omitUndefined({ status, serviceCode, traceId }) }, mend);
}

export const mends = {
  service: { view: 'settings', part: 'service' },
  callbacks: { view: 'settings', part: 'advanced' },
  printer: { view: 'settings', part: 'paper' },
  updates: { view: 'settings', part: 'updates' },
  keys: { view: 'support', part: 'keys' },
  backup: { view: 'support', part: 'backup' },
  displays: { view: 'support', part: 'terminal' },
} as const satisfies Record<string, CheckMend>;

export type CheckedAccount =
  | { readonly kind: 'none' }
  /** The account is set up, but its keys are not readable. */
  | { readonly kind: 'no-keys'; readonly settings: TerminalSettings; readonly error: TillError }
  | HeldAccount;

export interface HeldAccount {
  readonly kind: 'held';
  readonly settings: TerminalSettings;
  readonly signingKey: SigningKey;
  readonly apiKey: string | undefined;
  readonly training: boolean;
}
