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
import { lookOf, type Shape, type ShownStage } from './sale-stage.ts';

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
