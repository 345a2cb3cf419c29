import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClock,
  IconDeviceMobile,
  IconHelpOctagonFilled,
  IconHourglassEmpty,
} from '@tabler/icons-react';
import type { SaleStage } from '../../preload/views.ts';
import { lookOf, type Shape } from './sale-stage.ts';

const shapes: Readonly<Record<Shape, typeof IconClock>> = {
  clock: IconClock,
  phone: IconDeviceMobile,
  'tick-outlined': IconCircleCheck,
  tick: IconCircleCheckFilled,
  cross: IconCircleXFilled,
  hourglass: IconHourglassEmpty,
  warning: IconAlertTriangleFilled,
  question: IconHelpOctagonFilled,
};

/** The shape of a stage. It is hidden from assistive technology, because the word stands beside it. */
export function StageIcon({ stage, size }: { readonly stage: SaleStage; readonly size: number | string }) {
  const Shape = shapes[lookOf(stage).shape];
  return <Shape aria-hidden="true" size={size} stroke={1.75} />;
}
