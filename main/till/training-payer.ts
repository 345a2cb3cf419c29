import type { TrainingAct } from '../../preload/contract/contract.ts';

/**
 * Plays the customer of a training payment. Only the embedded service has one, so a live till cannot pay itself. Resolves
 * with whether the customer could still do that, once the service has kept it.
 */
export type TrainingPayer = (paymentId: string, act: TrainingAct) => Promise<boolean>;
