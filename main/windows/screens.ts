import type { ScreenView } from '../../preload/contract/screens.ts';

/** The screens of this computer, as the shell knows them. */
export interface Screens {
  /** In the order of their test pictures. */
  list(): readonly ScreenView[];
  /** Shows on each which one it is, with a code to scan; the picture of one may be turned, clockwise, in degrees. */
  test(turned: { readonly id: number; readonly rotation: number } | undefined): Promise<void>;
}
