import { z } from 'zod';

/** The parts that the table of settings is made of (`settings-table.ts`): fields, and groups of them. */

/** The kind decides how a field is stored, typed and shown. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'cents'
  /** Cents, and nothing is shown as 0. */
  | 'limit'
  /** Several amounts, with blanks between. */
  | 'amounts'
  /** Several names, with commas between. */
  | 'names'
  | 'choice'
  | 'switch'
  | 'rotation'
  | 'picture'
  | 'pictures'
  | 'apps'
  | 'screen';

export interface Rules {
  /** Sealed: a change by hand is noticed. Otherwise it is comfort, which may be edited by hand. */
  readonly sealed: boolean;
  readonly provisioned: boolean;
  readonly changedBy: 'manager' | 'manager-or-support';
  /** `reopened`: the till opens anew for it, which waits for a sale under way. */
  readonly takesEffect: 'at-once' | 'reopened';
  /** A chain's head office may set it. Never what names a secret, the account, or something of this machine. */
  readonly headOffice?: true;
}

export interface Field<
  Kind extends FieldKind = FieldKind,
  Given extends z.ZodType = z.ZodType,
  Stored extends z.ZodType = z.ZodType,
> extends Rules {
  readonly kind: Kind;
  /** The rules of today, for a person or a file that gives it. */
  readonly given: Given;
  /** The shape alone: a rule that gets stricter must not make a stored file unreadable. */
  readonly stored: Stored;
  readonly first?: unknown;
  readonly optional?: true;
}

export interface Members {
  readonly [name: string]: Field | Group;
}

export interface Group<
  M extends Members = Members,
  Given extends z.ZodType = z.ZodType,
  Stored extends z.ZodType = z.ZodType,
> {
  readonly members: M;
  readonly given: Given;
  readonly stored: Stored;
  readonly optional?: true;
}

type ShapeOf<M extends Members, Form extends 'given' | 'stored'> = { -readonly [Name in keyof M]: M[Name][Form] };
type GivenGroup<M extends Members> = z.ZodObject<ShapeOf<M, 'given'>, z.core.$strict>;
type StoredGroup<M extends Members> = z.ZodObject<ShapeOf<M, 'stored'>>;

/** Fields that stand together, also in the file. `check` is for a rule that holds between several of them. */
export function group<M extends Members>(
  members: M,
  check: (given: GivenGroup<M>) => GivenGroup<M> = (given) => given,
): Group<M, GivenGroup<M>, StoredGroup<M>> {
  const shape = <Form extends 'given' | 'stored'>(form: Form) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member[form]])) as ShapeOf<M, Form>;
  return { members, given: check(z.strictObject(shape('given'))), stored: z.object(shape('stored')) };
}

/** A group or field that may be absent, and is so until somebody sets it. */
export function optional<F extends Field | Group>(
  of: F,
): Omit<F, 'given' | 'stored'> & {
  readonly given: z.ZodOptional<F['given']>;
  readonly stored: z.ZodOptional<F['stored']>;
  readonly optional: true;
} {
  return { ...of, given: of.given.optional(), stored: of.stored.optional(), optional: true };
}

export function field<Kind extends FieldKind, Given extends z.ZodType, Stored extends z.ZodType>(
  kind: Kind,
  forms: { readonly given: Given; readonly stored: Stored },
  rules: Rules,
  first?: z.output<Stored>,
): Field<Kind, Given, Stored> {
  return { kind, ...forms, ...rules, first };
}

export const text = <G extends z.ZodType<string>>(given: G, rules: Rules, first?: string) =>
  field('text', { given, stored: z.string() }, rules, first);

/** An empty text counts as none. */
export const optionalText = <G extends z.ZodType<string>>(given: G, rules: Rules, first?: string) =>
  optional(text(z.union([z.literal(''), given]), rules, first));

export const number = <G extends z.ZodType<number>>(given: G, rules: Rules, first?: number) =>
  field('number', { given, stored: z.number() }, rules, first);

export const cents = <G extends z.ZodType<number>>(given: G, rules: Rules, first?: number) =>
  field('cents', { given, stored: z.int() }, rules, first);

export const limit = <G extends z.ZodType<number>>(given: G, rules: Rules) =>
  field('limit', { given, stored: z.int() }, rules);

export const amounts = <G extends z.ZodType<readonly number[]>>(given: G, rules: Rules) =>
  field('amounts', { given, stored: z.array(z.int()) }, rules, []);

export const names = <G extends z.ZodType<readonly string[]>>(given: G, rules: Rules) =>
  field('names', { given, stored: z.array(z.string()) }, rules, []);

/** A stored file keeps to the choices: one that is taken away comes with a new version of the file. */
export const choice = <G extends z.ZodEnum>(given: G, rules: Rules, first: z.output<G>) =>
  field('choice', { given, stored: given }, rules, first);

export const toggle = (rules: Rules, first: boolean) =>
  field('switch', { given: z.boolean(), stored: z.boolean() }, rules, first);

/** The same field, which takes its first value where none is given. */
export function filled<Kind extends FieldKind, Given extends z.ZodType, Stored extends z.ZodType>(
  of: Field<Kind, Given, Stored>,
): Field<Kind, z.ZodDefault<Given>, Stored> {
  return { ...of, given: of.given.default(of.first as never) };
}

/** The paths of all fields of a group, with a dot between the names. */
export type PathsOf<M extends Members> = {
  [Name in keyof M & string]: M[Name] extends { readonly members: infer Inner extends Members }
    ? `${Name}.${PathsOf<Inner>}`
    : Name;
}[keyof M & string];

export type PathsOfKind<M extends Members, Kind extends FieldKind> = {
  [Name in keyof M & string]: M[Name] extends { readonly members: infer Inner extends Members }
    ? `${Name}.${PathsOfKind<Inner, Kind>}`
    : M[Name] extends { readonly kind: Kind }
      ? Name
      : never;
}[keyof M & string];

export function isGroup(member: Field | Group): member is Group {
  return 'members' in member;
}

export function fieldsOf<M extends Members>(members: M): readonly (Field & { readonly path: PathsOf<M> })[] {
  return Object.entries(members).flatMap(([name, member]) =>
    isGroup(member)
      ? fieldsOf(member.members).map((inner) => ({ ...inner, path: `${name}.${inner.path}` as PathsOf<M> }))
      : [{ ...member, path: name as PathsOf<M> }],
  );
}

/** The first values of a group; what is optional is absent from it. */
export function firstOf<G extends Group>(of: G): Exclude<z.output<G['stored']>, undefined> {
  const present = Object.entries(of.members).filter(([, member]) => member.optional === undefined);
  return Object.fromEntries(
    present.map(([name, member]) => [name, isGroup(member) ? firstOf(member) : member.first]),
  ) as Exclude<z.output<G['stored']>, undefined>;
}
