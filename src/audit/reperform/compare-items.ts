import { isDeepStrictEqual } from 'node:util';
import { shown, type Context, type Difference, type Weight } from './difference.ts';

/** A field of a fact that both have. */
interface Field<Value> {
  readonly name: string;
  readonly before: Value;
  readonly after: Value;
  readonly about: string;
  /** The fact that it is a field of, in words. */
  readonly subject: string;
  readonly context: Context;
  /** The weight where a rule says no other. */
  readonly weight?: Weight | undefined;
}

/** How a field may differ. It is asked only about fields that do. */
export type FieldRule<Value> = (field: Field<Value>) => readonly Difference[];

/** How facts of a kind are told apart, and what may differ in them. */
export interface FactTable<Fact extends object> {
  readonly about: string;
  readonly key: (fact: Fact) => string;
  /** When the fact came to be; null where nobody says. Left out: such facts have no moment, and may come at any time. */
  readonly at?: (fact: Fact) => string | null;
  /** The weight of one that is gone; `altered` if left out, `ignored` where other facts say the same. */
  readonly gone?: Weight | 'ignored';
  /** The weight of one without a moment that is new. If left out: `later` where the kind has no moments, else `altered`. */
  readonly fresh?: Weight | 'ignored';
  readonly fields: { readonly [Name in keyof Fact]-?: FieldRule<Fact[Name]> };
  /** Another weight for a field, by the two facts that it is of. */
  readonly weigh?: (field: keyof Fact, before: Fact, after: Fact) => Weight | undefined;
}

/** Facts of one kind: those that are gone, changed and new. Each is told once by its key. */
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
    const values = what === 'gone' ? { before: shown(fact), after: null } : { before: null, after: shown(fact) };
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

/** One that is dated before the package was made is not in it: somebody took it out, or dated it back. */
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

/** The fields of a fact that differ. */
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

/** The difference of a field as a whole. */
export function changed(weight: Weight, { about, after, before, name, subject, ...field }: Field<unknown>): readonly Difference[] {
  return [{ weight: field.weight ?? weight, what: 'changed', about, subject, field: name, before: shown(before), after: shown(after) }];
}
