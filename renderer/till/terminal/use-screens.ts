import { useCallback, useEffect, useState } from 'react';
import type { ScreenMark } from '../../../preload/contract/counter.ts';
import type { ScreenView } from '../../../preload/contract/screens.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';

/** Screens are plugged in while somebody looks: they are asked for again so often, ms. */
const READ_EVERY_MS = 2_000;

/** The screens that there are now; undefined until main has told. */
export function useScreens(): {
  readonly screens: readonly ScreenView[] | undefined;
  readonly problem: ErrorView | undefined;
} {
  const bridge = useBridge();
  const [screens, setScreens] = useState<readonly ScreenView[]>();
  const [problem, setProblem] = useState<ErrorView>();
  const read = useCallback(
    async (isGone: () => boolean) => {
      const outcome = await callMain(bridge, 'screens.list', {});
      if (isGone()) return;
      if (outcome.ok) setScreens(outcome.value.screens);
      setProblem(outcome.ok ? undefined : outcome.error);
    },
    [bridge],
  );
  useEffect(() => {
    let gone = false;
    const isGone = () => gone;
    void read(isGone);
    const timer = setInterval(() => void read(isGone), READ_EVERY_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [read]);
  return { screens, problem };
}

/** A screen by what people know of it. */
export function screenText({ label, width, height }: Pick<ScreenMark, 'label' | 'width' | 'height'>): string {
  const size = `${width} × ${height}`;
  return label === '' ? size : `${label}, ${size}`;
}
