import type { ScreenView } from '../../preload/contract/screens.ts';

export interface Screens {
  /** In the order of the numbers on their test pictures. */
  list(): readonly ScreenView[];
  /** `rotation`: degrees, clockwise. */
  test(turned: { readonly id: number; readonly rotation: number } | undefined): Promise<void>;
}
