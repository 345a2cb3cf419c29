import type { DisplaySnapshot, SaleStage } from '../../preload/views.ts';

/** Colour of a state. Its shape and its word say the same, for people who see no colours. */
export type Tone = 'blue' | 'green' | 'grey' | 'red' | 'amber';
export type Shape = 'clock' | 'phone' | 'tick-outlined' | 'tick' | 'cross' | 'hourglass' | 'warning' | 'question';

interface Look {
  readonly tone: Tone;
  readonly shape: Shape;
}

const looks: Readonly<Record<SaleStage, Look>> = {
  creating: { tone: 'blue', shape: 'clock' },
  waiting: { tone: 'blue', shape: 'clock' },
  scanned: { tone: 'blue', shape: 'phone' },
  authorised: { tone: 'blue', shape: 'tick-outlined' },
  paid: { tone: 'green', shape: 'tick' },
  cancelled: { tone: 'grey', shape: 'cross' },
  expired: { tone: 'grey', shape: 'hourglass' },
  failed: { tone: 'red', shape: 'warning' },
  voided: { tone: 'grey', shape: 'cross' },
  unknown: { tone: 'amber', shape: 'question' },
};

export function lookOf(stage: SaleStage): Look {
  return looks[stage];
}

export type SceneKind = DisplaySnapshot['scene']['kind'];

/** The stage of the sale that a scene of the customer display shows. */
export function stageOfScene(kind: Exclude<SceneKind, 'idle'>): SaleStage {
  return kind === 'preparing' ? 'creating' : kind;
}

export type RunningStage = 'creating' | 'waiting' | 'scanned' | 'authorised';
/** The sale has ended, or its outcome is unknown. */
export type EndedStage = Exclude<SaleStage, RunningStage>;

/** The till follows the sale by itself and the cashier waits. */
export function isRunning(stage: SaleStage): stage is RunningStage {
  return stage === 'creating' || stage === 'waiting' || stage === 'scanned' || stage === 'authorised';
}
