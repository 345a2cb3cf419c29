import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClock,
  IconDeviceMobile,
  IconHelpOctagonFilled,
  IconHourglassEmpty,
} from '@tabler/icons-react';
import type { DisplaySnapshot, SaleStage, SaleView } from '../../preload/contract/views.ts';

/** Shape and word show the same state, for users without colour vision. */
export type Tone = 'blue' | 'green' | 'grey' | 'red' | 'amber';
type Shape =
  | 'clock'
  | 'phone'
  | 'tick-outlined'
  | 'tick'
  | 'cross'
  | 'hourglass'
  | 'warning'
  | 'question'
  | 'arrow-back';

export type ShownStage = SaleStage | 'cancelling' | 'partly-refunded' | 'refunded';

interface Look {
  readonly tone: Tone;
  readonly shape: Shape;
}

const looks: Readonly<Record<ShownStage, Look>> = {
  creating: { tone: 'blue', shape: 'clock' },
  waiting: { tone: 'blue', shape: 'clock' },
  scanned: { tone: 'blue', shape: 'phone' },
  authorised: { tone: 'blue', shape: 'tick-outlined' },
  cancelling: { tone: 'blue', shape: 'hourglass' },
  paid: { tone: 'green', shape: 'tick' },
  cancelled: { tone: 'grey', shape: 'cross' },
  expired: { tone: 'grey', shape: 'hourglass' },
  failed: { tone: 'red', shape: 'warning' },
  voided: { tone: 'grey', shape: 'cross' },
  unknown: { tone: 'amber', shape: 'question' },
  'partly-refunded': { tone: 'grey', shape: 'arrow-back' },
  refunded: { tone: 'grey', shape: 'arrow-back' },
};

export function lookOf(stage: ShownStage): Look {
  return looks[stage];
}

type SceneKind = DisplaySnapshot['scene']['kind'];

export function stageOfScene(kind: Exclude<SceneKind, 'idle'>): ShownStage {
  return kind === 'preparing' ? 'creating' : kind;
}

export type RunningStage = 'creating' | 'waiting' | 'scanned' | 'authorised';
/** Ended, or with an unknown outcome. */
export type EndedStage = Exclude<SaleStage, RunningStage>;

/** The till polls the sale and the cashier waits. */
export function isRunning(stage: SaleStage): stage is RunningStage {
  return stage === 'creating' || stage === 'waiting' || stage === 'scanned' || stage === 'authorised';
}

export type ShownEnd = EndedStage | 'partly-refunded' | 'refunded';

/** A pending cancel and refunded money take priority over the stage. */
export function shownStage(sale: Pick<SaleView, 'stage' | 'amount' | 'refunded'> & { cancel?: SaleView['cancel'] }) {
  const { stage, cancel } = sale;
  if (!isRunning(stage)) return shownEnd(sale, stage);
  // After the customer's confirmation, the confirmation is shown instead of the cancel.
  return cancel === 'asked' && stage !== 'authorised' ? 'cancelling' : stage;
}

export function shownEnd({ amount, refunded }: Pick<SaleView, 'amount' | 'refunded'>, stage: EndedStage): ShownEnd {
  if (stage !== 'paid' || refunded === 0) return stage;
  return refunded < amount ? 'partly-refunded' : 'refunded';
}

const shapes: Readonly<Record<Shape, typeof IconClock>> = {
  clock: IconClock,
  phone: IconDeviceMobile,
  'tick-outlined': IconCircleCheck,
  tick: IconCircleCheckFilled,
  cross: IconCircleXFilled,
  hourglass: IconHourglassEmpty,
  warning: IconAlertTriangleFilled,
  question: IconHelpOctagonFilled,
  'arrow-back': IconArrowBackUp,
};

/** Hidden from assistive technology: the word is next to the icon. */
export function StageIcon({ stage, size }: { readonly stage: ShownStage; readonly size: number | string }) {
  const Shape = shapes[lookOf(stage).shape];
  return <Shape aria-hidden="true" size={size} stroke={1.75} />;
}
