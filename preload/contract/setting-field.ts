import { z } from 'zod';

/** Decides how a field is stored, typed and shown. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'cents'
  /** Cents; an absent value is shown as 0. */
  | 'limit'
  /** Separated by spaces. */
  | 'amounts'
  /** Separated by commas. */
  | 'names'
  | 'choice'
  | 'switch'
  | 'rotation'
  | 'picture'
  | 'pictures'
  | 'apps'
  | 'screen';

export interface Rules {
  /** A manual change of the file is detected. Other fields may be edited by hand. */
  readonly sealed: boolean;
  readonly provisioned: boolean;
  readonly changedBy: 'manager' | 'manager-or-support';
  /** `reopened`: the till reopens with the new value once no sale is under way. */
  readonly takesEffect: 'at-once' | 'reopened';
  /** Never for secrets, the account, or values of a single machine. */
  readonly headOffice?: true;
}

export interface Field<
  Kind extends FieldKind = FieldKind,
  Given extends z.ZodType = z.ZodType,
  Stored extends z.ZodType = z.ZodType,
> extends Rules {
  readonly kind: Kind;
  /** Today's rules, for a value from a person or a file. */
  readonly given: Given;
  /** The shape alone: a stricter rule must not make a stored file unreadable. */
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

/** `check`: a rule across several fields. */
export function group<M extends Members>(
  members: M,
  check: (given: GivenGroup<M>) => GivenGroup<M> = (given) => given,
): Group<M, GivenGroup<M>, StoredGroup<M>> {
  const shape = <Form extends 'given' | 'stored'>(form: Form) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member[form]])) as ShapeOf<M, Form>;
  return { members, given: check(z.strictObject(shape('given'))), stored: z.object(shape('stored')) };
}

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

/** An empty string counts as absent. */
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

/** Stored files are limited to the choices too: removing a choice needs a new version of the file. */
export const choice = <G extends z.ZodEnum>(given: G, rules: Rules, first: z.output<G>) =>
  field('choice', { given, stored: given }, rules, first);

export const toggle = (rules: Rules, first: boolean) =>
  field('switch', { given: z.boolean(), stored: z.boolean() }, rules, first);

/** The first value becomes the default. */
export function filled<Kind extends FieldKind, Given extends z.ZodType, Stored extends z.ZodType>(
  of: Field<Kind, Given, Stored>,
): Field<Kind, z.ZodDefault<Given>, Stored> {
  return { ...of, given: of.given.default(of.first as never) };
}

/** Paths have a dot between the names. */
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

/** Leaves out optional members. */
export function firstOf<G extends Group>(of: G): Exclude<z.output<G['stored']>, undefined> {
  const present = Object.entries(of.members).filter(([, member]) => member.optional === undefined);
  return Object.fromEntries(
    present.map(([name, member]) => [name, isGroup(member) ? firstOf(member) : member.first]),
  ) as Exclude<z.output<G['stored']>, undefined>;
}
