import type { CheckId, CheckMend, CheckState } from '../../../preload/contract/checks.ts';
import { given } from '../../base/given.ts';
import { toTillError } from '../../base/till-error.ts';

/** One thing that is looked at. */
export interface Check {
  readonly id: CheckId;
  /** A check that has found nothing by then says so. */
  readonly withinMs: number;
  /** May reject: an error is a finding under its own code. */
  run(signal: AbortSignal): Promise<Found> | Found;
}

/** The finding of a check. Its values are shown, stored and sent to support: none may be secret. */
export interface Found {
  readonly state: CheckState;
  readonly finding: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly mend?: CheckMend;
}

export function ok(finding: string, values?: Found['values']): Found {
  return { state: 'ok', finding, ...given({ values }) };
}

export function warning(finding: string, values?: Found['values'], mend?: CheckMend): Found {
  return { state: 'warning', finding, ...given({ values, mend }) };
}

export function failed(finding: string, values?: Found['values'], mend?: CheckMend): Found {
  return { state: 'failed', finding, ...given({ values, mend }) };
}

export function skipped(finding: string, values?: Found['values'], mend?: CheckMend): Found {
  return { state: 'skipped', finding, ...given({ values, mend }) };
}

/** A check that ended with an error; `mend`: the place to look for its cause. */
export function failedWith(thrown: unknown, mend?: CheckMend): Found {
  const { code, values, status, serviceCode, traceId } = toTillError(thrown);
  return failed(code, { reason: code, ...values, ...given({ status, serviceCode, traceId }) }, mend);
}
