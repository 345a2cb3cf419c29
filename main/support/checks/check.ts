import type { CheckId, CheckMend, CheckState } from '../../../preload/contract/checks.ts';
import { toTillError } from '../../base/till-error.ts';

/** One thing that is looked at. */
export interface Check {
  readonly id: CheckId;
  /** How long it may take; a check that has found nothing by then says so. */
  readonly withinMs: number;
  /** May reject: an error is a finding under its own code. */
  run(signal: AbortSignal): Promise<Found> | Found;
}

/** What a check found. Its values are shown, stored and sent to support: none may be secret. */
export interface Found {
  readonly state: CheckState;
  readonly finding: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly mend?: CheckMend;
}

export function ok(finding: string, values?: Found['values']): Found {
  return { state: 'ok', finding, ...(values && { values }) };
}

export function warning(finding: string, values?: Found['values'], mend?: CheckMend): Found {
  return { state: 'warning', finding, ...(values && { values }), ...(mend && { mend }) };
}

export function failed(finding: string, values?: Found['values'], mend?: CheckMend): Found {
  return { state: 'failed', finding, ...(values && { values }), ...(mend && { mend }) };
}

export function skipped(finding: string, values?: Found['values'], mend?: CheckMend): Found {
  return { state: 'skipped', finding, ...(values && { values }), ...(mend && { mend }) };
}

/** What a check says that ended with an error; `mend`: where its cause is looked for. */
export function failedWith(thrown: unknown, mend?: CheckMend): Found {
  const { code, values, status, serviceCode, traceId } = toTillError(thrown);
  const facts = {
    reason: code,
    ...values,
    ...(status && { status }),
    ...(serviceCode && { serviceCode }),
    ...(traceId && { traceId }),
  };
  return failed(code, facts, mend);
}
