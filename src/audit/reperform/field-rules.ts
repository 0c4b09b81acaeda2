import { isDeepStrictEqual } from 'node:util';
import type { Account, Signature } from '../facts/account.ts';
import { changed, compareItems, type FactTable, type FieldRule } from './compare-items.ts';

/** It was so, and stays so. */
export const fixed: FieldRule<unknown> = (field) => changed('altered', field);

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

/** Git fixes name and address. GitHub finds the account for them anew each time. */
export const signed: FieldRule<Signature | readonly Signature[]> = (field) =>
  changed(isDeepStrictEqual(written(field.before), written(field.after)) ? 'later' : 'altered', field);

function written(signature: Signature | readonly Signature[]): unknown {
  return 'name' in signature ? [signature.name, signature.email] : signature.map(({ email, name }) => [name, email]);
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
