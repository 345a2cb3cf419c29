/** A moment of the journal at which the app kills itself: before or after the commit of a type of event, or the n-th commit. */
export interface KillPoint {
  readonly when: 'before' | 'after';
  readonly fact?: string;
  readonly commit?: number;
}

/** For the environment of the app: `before sale.created`, `after #3`. */
export function textOf({ when, fact, commit }: KillPoint): string {
  return `${when} ${fact ?? `#${commit}`}`;
}

/** The other way; undefined when nobody set it. Throws on a text that names no moment. */
export function killPointOf(text: string | undefined): KillPoint | undefined {
  if (text === undefined) return undefined;
  const [when, where = ''] = text.split(' ');
  if ((when !== 'before' && when !== 'after') || where === '') throw new Error(`TILLMATE_KILL: ${text}?`);
  return where.startsWith('#') ? { when, commit: Number(where.slice(1)) } : { when, fact: where };
}
