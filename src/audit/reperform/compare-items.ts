import { isDeepStrictEqual } from 'node:util';
import type { Account, Signature } from '../facts/account.ts';

/**
 * - `altered`: a fixed fact differs, so it was changed, or one of the two was told a lie.
 * - `later`: something that came afterwards, or a fact that may change: both were right when they were read.
 * - `not-compared`: one of the two could not be read.
 */
export type Weight = 'altered' | 'later' | 'not-compared';

/** A fact that differs between the package and GitHub, git or the service now. */
export interface Difference {
  readonly weight: Weight;
  readonly what: 'new' | 'gone' | 'changed';
  /** `review`. */
  readonly about: string;
  /** Which one, from the outside in: `pull request 12, review 5`. */
  readonly subject: string;
  /** The field that differs; null where it is the whole fact. */
  readonly field: string | null;
  /** As JSON, cut where it is long; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface Context {
  /** When the facts of the package were read, ISO 8601 in UTC: later dates cannot be among them. */
  readonly readAt: string;
  readonly hasHolesBefore: boolean;
  /** The new facts are incomplete: a missing one need not be gone. */
  readonly hasHolesAfter: boolean;
  readonly skipped: ReadonlySet<string>;
  /** Kinds of facts that depend on those: one that is missing on one side need not be new or gone. */
  readonly partial: ReadonlySet<string>;
}

const longest = 400;

/** A value as people read it in one line. */
export function showValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

interface Field<Value> {
  readonly name: string;
  readonly before: Value;
  readonly after: Value;
  readonly about: string;
  readonly subject: string;
  readonly context: Context;
  /** The weight unless a rule says another. */
  readonly weight?: Weight | undefined;
}

/** Asked only about fields that differ. */
export type FieldRule<Value> = (field: Field<Value>) => readonly Difference[];

export interface FactTable<Fact extends object> {
  readonly about: string;
  readonly key: (fact: Fact) => string;
  /** When the fact came to be; null where that is unknown. Left out: such facts have no moment, and may come at any time. */
  readonly at?: (fact: Fact) => string | null;
  /** The weight of one that is gone; `altered` if left out, `ignored` where other facts say the same. */
  readonly gone?: Weight | 'ignored';
  /** The weight of one without a moment that is new. If left out: `later` where the kind has no moments, else `altered`. */
  readonly fresh?: Weight | 'ignored';
  readonly fields: { readonly [Name in keyof Fact]-?: FieldRule<Fact[Name]> };
  /** Another weight for a field, by the two facts that it is of. */
  readonly weigh?: (field: keyof Fact, before: Fact, after: Fact) => Weight | undefined;
}

export function compareItems<Fact extends object>(
  table: FactTable<Fact>,
  before: readonly Fact[],
  after: readonly Fact[],
  context: Context,
  outside = '',
): readonly Difference[] {
  if (context.skipped.has(table.about)) return [];
  const [old, now] = [byKey(table, before), byKey(table, after)];
  const whole = (what: 'new' | 'gone', weight: Weight | 'ignored', fact: Fact): readonly Difference[] => {
    if (weight === 'ignored') return [];
    const values = what === 'gone' ? { before: showValue(fact), after: null } : { before: null, after: showValue(fact) };
    return [{ weight, what, about: table.about, subject: subjectOf(table, fact, outside), field: null, ...values }];
  };
  return [
    ...[...old].flatMap(([key, fact]) => {
      const found = now.get(key);
      if (found !== undefined) return compareFact(table, fact, found, context, outside);
      const { gone = 'altered' } = table;
      const isMissing = context.hasHolesAfter || context.partial.has(table.about);
      return whole('gone', isMissing && gone === 'altered' ? 'not-compared' : gone, fact);
    }),
    ...[...now].flatMap(([key, fact]) => (old.has(key) ? [] : whole('new', weightOfNew(table, fact, context), fact))),
  ];
}

function byKey<Fact extends object>({ key }: FactTable<Fact>, facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  return new Map(facts.map((fact) => [key(fact), fact]));
}

/** A new fact that is dated before the package was made: it was taken out of the package, or dated back. */
function weightOfNew<Fact extends object>({ about, at, fresh }: FactTable<Fact>, fact: Fact, context: Context): Weight | 'ignored' {
  const moment = at?.(fact) ?? null;
  if (moment !== null && Date.parse(moment) >= Date.parse(context.readAt)) return 'later';
  const weight = moment === null ? (fresh ?? (at === undefined ? 'later' : 'altered')) : 'altered';
  return weight === 'altered' && (context.hasHolesBefore || context.partial.has(about)) ? 'not-compared' : weight;
}

function subjectOf<Fact extends object>({ about, key }: FactTable<Fact>, fact: Fact, outside: string): string {
  const own = `${about} ${key(fact)}`;
  return outside === '' ? own : `${outside}, ${own}`;
}

export function compareFact<Fact extends object>(
  table: FactTable<Fact>,
  before: Fact,
  after: Fact,
  context: Context,
  outside = '',
): readonly Difference[] {
  const { about, fields, weigh } = table;
  const subject = subjectOf(table, before, outside);
  const names = Object.keys(fields).filter((name): name is keyof Fact & string => name in fields);
  return names.flatMap((name) => {
    if (isDeepStrictEqual(before[name], after[name])) return [];
    const weight = weigh?.(name, before, after);
    return fields[name]({ name, before: before[name], after: after[name], about, subject, context, weight });
  });
}

export function changed(weight: Weight, { about, after, before, name, subject, ...field }: Field<unknown>): readonly Difference[] {
  return [
    { weight: field.weight ?? weight, what: 'changed', about, subject, field: name, before: showValue(before), after: showValue(after) },
  ];
}

/** It was so, and stays so. */
export const fixed: FieldRule<unknown> = (field) => changed('altered', field);

/** `fixed`, for a field that earlier programs left out. */
export const fixedIfTold: FieldRule<unknown> = (field) => changed(field.before === undefined ? 'not-compared' : 'altered', field);

/** It is as it was when it was read, and may change. */
export const asRead: FieldRule<unknown> = (field) => changed('later', field);

/** Other facts say the same. */
export const ignored: FieldRule<unknown> = () => [];

/** It stays so until the source forgets it, as GitHub does with a fork that is gone. */
export const forgotten: FieldRule<unknown> = (field) => changed(field.after === null ? 'later' : 'altered', field);

/** Null says that it could not be worked out. */
export const workedOut: FieldRule<unknown> = (field) =>
  changed(field.after === null || field.before === null ? 'not-compared' : 'altered', field);

/** An account may be renamed or deleted, and never becomes another. */
export const person: FieldRule<Account | null> = (field) => {
  const { after, before } = field;
  return changed(before !== null && (after === null || after.id === before.id) ? 'later' : 'altered', field);
};

/** Git works it out of the clone. One that lacks commits tells less, and has a hole. */
export const byGit: FieldRule<unknown> = (field) => changed(ofClone(field.context), field);

/** `byGit`, for a field that earlier programs left out. */
export const sinceTold: FieldRule<unknown> = (field) => (field.before === undefined ? [] : byGit(field));

/** `byGit`, but null where no branch had it yet: one may have it by now. */
export const found: FieldRule<unknown> = (field) => changed(field.before === null ? 'later' : ofClone(field.context), field);

export function ofClone({ hasHolesAfter, hasHolesBefore }: Context): Weight {
  return hasHolesBefore || hasHolesAfter ? 'not-compared' : 'altered';
}

/** Git fixes name and address. GitHub finds the account for an address anew each time, and does not give it to another. */
export const signed: FieldRule<Signature | readonly Signature[]> = (field) => {
  const [before, after] = [listSignatures(field.before), listSignatures(field.after)];
  return changed(
    before.length === after.length && before.every((one, index) => isAsSigned(one, after[index])) ? 'later' : 'altered',
    field,
  );
};

function listSignatures(signatures: Signature | readonly Signature[]): readonly Signature[] {
  return 'name' in signatures ? [signatures] : signatures;
}

function isAsSigned(before: Signature, after: Signature | undefined): boolean {
  if (before.name !== after?.name || before.email !== after.email) return false;
  return before.account === null || after.account === null || before.account.id === after.account.id;
}

/** Texts that can only be added to. */
export const growing: FieldRule<readonly string[]> = (field) =>
  changed(field.before.every((text) => field.after.includes(text)) ? 'later' : 'altered', field);

/** Moments that can only be added to, each later than those before. */
export const moments: FieldRule<readonly string[]> = (field) => {
  const { after, before, context } = field;
  const isLater = after.every((moment) => before.includes(moment) || Date.parse(moment) >= Date.parse(context.readAt));
  return changed(isLater && before.every((moment) => after.includes(moment)) ? 'later' : 'altered', field);
};

/** Each of them is a fact of its own. */
export function facts<Fact extends object>(table: FactTable<Fact>): FieldRule<readonly Fact[]> {
  return ({ after, before, context, subject }) => compareItems(table, before, after, context, subject);
}

/** For a list that may be left out where it is empty. */
export function factsIfThere<Fact extends object>(table: FactTable<Fact>): FieldRule<readonly Fact[] | undefined> {
  return ({ after = [], before = [], context, subject }) => compareItems(table, before, after, context, subject);
}
