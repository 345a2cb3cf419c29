import { type Folds, recorderOf } from './sale-step.ts';

/** A sale that people see and put away; each of these happens once. */
export const shownFolds: Folds<'sale.superseded' | 'sale.alarm-acknowledged' | 'sale.dismissed' | 'sale.settled'> = {
  'sale.superseded': (sale) => (sale.superseded ? undefined : { ...sale, superseded: true }),
  'sale.alarm-acknowledged': (sale) =>
    sale.alarm && !sale.alarm.acknowledged ? { ...sale, alarm: { ...sale.alarm, acknowledged: true } } : undefined,
  'sale.dismissed': (sale) => (sale.dismissed ? undefined : { ...sale, dismissed: true }),
  'sale.settled': (sale) => (sale.settled ? undefined : { ...sale, settled: true }),
};

export const recordShown = recorderOf(shownFolds);
