import { z } from 'zod';
import { call, managers, nothing } from './call.ts';
import { rotation, screenMark } from './setting-values.ts';

const screenView = z.object({
  mark: screenMark,
  primary: z.boolean(),
  /** Clockwise rotation by the system, in degrees. */
  rotation: z.number(),
  shows: z.array(z.enum(['till', 'display'])),
});
export type ScreenView = z.infer<typeof screenView>;

export const screensCalls = {
  /** In the order of the test pictures: the first screen is *Screen 1*. */
  'screens.list': call(nothing, z.object({ screens: z.array(screenView) }), managers),
  /** For some seconds; on one screen with `rotation`. */
  'screens.test': call(
    z.strictObject({ turned: z.strictObject({ id: z.number(), rotation }).optional() }),
    nothing,
    managers,
  ),
} as const;
