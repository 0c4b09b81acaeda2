import type { Account, Signature } from '../facts/account.ts';
import type { Context, Weight } from './difference.ts';
import { changed, compareItems, type FactTable, type FieldRule } from './compare-items.ts';

/** It was so, and stays so. */
export const fixed: FieldRule<unknown> = (field) => changed('altered', field);

/** The same of a field that earlier programs left out. */
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

/** The same, and earlier programs did not tell it. */
export const sinceTold: FieldRule<unknown> = (field) => (field.before === undefined ? [] : byGit(field));

/** The same, and null where no branch had it yet: one may have it by now. */
export const found: FieldRule<unknown> = (field) => changed(field.before === null ? 'later' : ofClone(field.context), field);

export function ofClone({ hasHolesAfter, hasHolesBefore }: Context): Weight {
  return hasHolesBefore || hasHolesAfter ? 'not-compared' : 'altered';
}

/** Git fixes name and address. GitHub finds the account for an address anew each time, and does not give it to another. */
export const signed: FieldRule<Signature | readonly Signature[]> = (field) => {
  const [before, after] = [listed(field.before), listed(field.after)];
  return changed(
    before.length === after.length && before.every((one, index) => isAsSigned(one, after[index])) ? 'later' : 'altered',
    field,
  );
};

function listed(signatures: Signature | readonly Signature[]): readonly Signature[] {
  return 'name' in signatures ? [signatures] : signatures;
}

function isAsSigned(before: Signature, after: Signature | undefined): boolean {
  if (before.name !== after?.name || before.email !== after.email) return false;
  return before.account === null || after.account === null || before.account.id === after.account.id;
}

/** Texts that more come to. */
export const growing: FieldRule<readonly string[]> = (field) =>
  changed(field.before.every((text) => field.after.includes(text)) ? 'later' : 'altered', field);

/** Moments that more come to, each later than those before. */
export const moments: FieldRule<readonly string[]> = (field) => {
  const { after, before, context } = field;
  const isLater = after.every((moment) => before.includes(moment) || Date.parse(moment) >= Date.parse(context.readAt));
  return changed(isLater && before.every((moment) => after.includes(moment)) ? 'later' : 'altered', field);
};

/** Each of them is a fact of its own. */
export function facts<Fact extends object>(table: FactTable<Fact>): FieldRule<readonly Fact[]> {
  return ({ after, before, context, subject }) => compareItems(table, before, after, context, subject);
}

/** The same of a list that may be left out where it is empty. */
export function factsIfThere<Fact extends object>(table: FactTable<Fact>): FieldRule<readonly Fact[] | undefined> {
  return ({ after = [], before = [], context, subject }) => compareItems(table, before, after, context, subject);
}
