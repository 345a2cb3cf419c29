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

/** Colour of a state. Its shape and its word say the same, for people who see no colours. */
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

/** The stage of a sale, or a state that matters more. */
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

export type SceneKind = DisplaySnapshot['scene']['kind'];

export function stageOfScene(kind: Exclude<SceneKind, 'idle'>): ShownStage {
  return kind === 'preparing' ? 'creating' : kind;
}

export type RunningStage = 'creating' | 'waiting' | 'scanned' | 'authorised';
/** The sale has ended, or its outcome is unknown. */
export type EndedStage = Exclude<SaleStage, RunningStage>;

/** The till follows the sale by itself and the cashier waits. */
export function isRunning(stage: SaleStage): stage is RunningStage {
  return stage === 'creating' || stage === 'waiting' || stage === 'scanned' || stage === 'authorised';
}

export type ShownEnd = EndedStage | 'partly-refunded' | 'refunded';

/** A cancel that has no answer, and money that went back, come before the stage. */
export function shownStage(sale: Pick<SaleView, 'stage' | 'amount' | 'refunded'> & { cancel?: SaleView['cancel'] }) {
  const { stage, cancel } = sale;
  if (!isRunning(stage)) return shownEnd(sale, stage);
  // A customer who has confirmed is past being asked to pay.
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

/** It is hidden from assistive technology: the word stands beside it. */
export function StageIcon({ stage, size }: { readonly stage: ShownStage; readonly size: number | string }) {
  const Shape = shapes[lookOf(stage).shape];
  return <Shape aria-hidden="true" size={size} stroke={1.75} />;
}
