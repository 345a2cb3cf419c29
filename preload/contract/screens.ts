import { z } from 'zod';
import { call, managers, nothing } from './call.ts';
import { rotation, screenMark } from './setting-values.ts';

const screenView = z.object({
  mark: screenMark,
  primary: z.boolean(),
  /** By how much the system turns its picture, clockwise, in degrees. */
  rotation: z.number(),
  shows: z.array(z.enum(['till', 'display'])),
});
export type ScreenView = z.infer<typeof screenView>;

export const screensCalls = {
  /** In the order of their test pictures: the first is *Screen 1*. */
  'screens.list': call(nothing, z.object({ screens: z.array(screenView) }), managers),
  /** Shows a picture with its number and a code to scan on each screen for some seconds; on one it may be turned. */
  'screens.test': call(
    z.strictObject({ turned: z.strictObject({ id: z.number(), rotation }).optional() }),
    nothing,
    managers,
  ),
} as const;
