import type { FieldError } from '../base/field-errors.ts';
import { isJsonObject } from '../base/json-syntax.ts';

/** Values given on the command line next to a provisioning file. */
export interface GivenValues {
  readonly posId?: string | undefined;
  readonly managerPin?: string | undefined;
}

/** Names of options, as the place of a fault in values given next to the file. */
export const OPTIONS_OF = { posId: '--pos-id', managerPin: '--pin-from-stdin' } as const;

/** Returns the file's content with the given values. */
export function withGiven(file: unknown, { posId, managerPin }: GivenValues): unknown {
  if (!isJsonObject(file)) return file;
  const { pos = {} } = file;
  return {
    ...file,
    ...(posId === undefined || !isJsonObject(pos) ? {} : { pos: { ...pos, posId } }),
    ...(managerPin === undefined ? {} : { managerPin }),
  };
}

/** Reports two different values: the intended value is unknown, and most likely the file is for another till. */
export function givenTwice(file: unknown, { posId, managerPin }: GivenValues): readonly FieldError[] {
  if (!isJsonObject(file)) return [];
  const { pos } = file;
  const differs = (own: unknown, other: string | undefined) =>
    own !== undefined && own !== '' && other !== undefined && own !== other;
  const found = [
    ...(differs(isJsonObject(pos) ? pos['posId'] : undefined, posId) ? [OPTIONS_OF.posId] : []),
    ...(differs(file['managerPin'], managerPin) ? [OPTIONS_OF.managerPin] : []),
  ];
  return found.map((path) => ({ path, code: 'given.twice', values: {} }));
}

/** Names the option as the place of a fault in a given value. */
export function atItsOption(error: FieldError, given: GivenValues): FieldError {
  if (error.path === 'pos.posId' && given.posId !== undefined) return { ...error, path: OPTIONS_OF.posId };
  if (error.path === 'managerPin' && given.managerPin !== undefined) return { ...error, path: OPTIONS_OF.managerPin };
  return error;
}
