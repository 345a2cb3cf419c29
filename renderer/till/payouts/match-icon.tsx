import { IconAlertTriangle, IconCircleCheck, IconClock, IconHelpCircle, IconPointFilled } from '@tabler/icons-react';
import type { Tone } from '../../ui/sale-stage.ts';

const ICONS = {
  green: IconCircleCheck,
  red: IconAlertTriangle,
  amber: IconHelpCircle,
  blue: IconClock,
  grey: IconPointFilled,
} as const;

/** The shape beside a word: somebody who sees no colours loses nothing. */
export function MatchIcon({ tone, size = 24 }: { readonly tone: Tone; readonly size?: number }) {
  const Icon = ICONS[tone];
  return <Icon aria-hidden="true" size={size} stroke={2} />;
}
