import type { ClosedShiftView, ShiftReportView } from '../../../preload/shifts.ts';

interface Props {
  readonly report: ShiftReportView;
  readonly closed?: ClosedShiftView;
  readonly copy?: boolean;
  readonly name: string;
}

/** Printing comes with the paper of the windows. */
export function PrintShift(_props: Props) {
  return null;
}
