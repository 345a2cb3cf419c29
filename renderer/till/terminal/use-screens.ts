import { useRead } from '../../ui/use-read.ts';

/** Screens may be plugged in meanwhile. */
const READ_EVERY_MS = 2_000;

export function useScreens() {
  const { value, problem } = useRead('screens.list', {}, READ_EVERY_MS);
  return { screens: value?.screens, problem };
}
