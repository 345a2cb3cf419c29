import type { ClosedShiftView, ShiftLine } from '../../../preload/contract/shifts.ts';
import { TillError } from '../../base/till-error.ts';
import type { ShiftReport } from '../../reports/shift-report.ts';
import type { ClosedShift } from '../../reports/shifts.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export function shiftHandlers({ till, acts }: Pick<HandlerParts, 'till' | 'acts'>): HandlersOf<'shift'> {
  const shifts = () => till.requireOpen().shifts;
  return {
    'shift.so-far': () => shifts().soFar(),
    'shift.compare': async () => {
      till.roles.touch();
      await shifts().ask();
      return shifts().soFar();
    },
    'shift.comparing': () => ({ progress: shifts().asking ?? null }),
    'shift.stop-comparing': () => {
      till.roles.touch();
      shifts().stopAsking();
      return {};
    },
    'shift.close': async ({ number }) => {
      till.roles.touch();
      const by = till.roles.actor();
      const { shift, isNew } = await shifts().close(number, by);
      if (isNew) acts.record({ act: 'shift-closed', by, about: String(number) });
      return shiftView(shift);
    },
    'shift.list': ({ before, limit }) => {
      till.roles.touch();
      const found = shifts().list(before, limit + 1);
      return { rows: found.slice(0, limit).map(shiftLine), more: found.length > limit };
    },
    'shift.open': ({ number }) => {
      till.roles.touch();
      const shift = shifts().closed(number);
      if (shift === undefined) throw new TillError('shift.not-found', `There is no shift ${number} yet`);
      return shiftView(shift);
    },
  };
}

function shiftView({ report, ...shift }: ClosedShift): ClosedShiftView {
  return { ...shift, report: report ?? null };
}

function shiftLine({ report, ...shift }: ClosedShift): ShiftLine {
  if (report === undefined) return { ...shift, paid: null, net: null, compared: null };
  return { ...shift, paid: report.payments.paid, net: report.net, compared: comparedOf(report) };
}

function comparedOf({ counted }: ShiftReport): ShiftLine['compared'] {
  if (counted.state === 'not-counted') return 'not-counted';
  return counted.differences.length === 0 ? 'agrees' : 'differs';
}
