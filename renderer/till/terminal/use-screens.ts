import type { ScreenView } from '../../../preload/contract/screens.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useRead } from '../../ui/use-read.ts';

/** Screens may be plugged in meanwhile. */
const READ_EVERY_MS = 2_000;

export function useScreens(): {
  readonly screens: readonly ScreenView[] | undefined;
  readonly problem: ErrorView | undefined;
} {
  const { value, problem } = useRead('screens.list', {}, READ_EVERY_MS);
  return { screens: value?.screens, problem };
}
