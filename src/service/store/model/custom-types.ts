import type { Author } from '../log/chain.ts';
import type { Header, Sent } from '../log/header.ts';
import type { TypeContent } from '../kinds/custom-types.ts';
import { text, number, flag, json, reader, column } from '../sql/row.ts';
import { aText, ifThere, shape } from '../../../text/check.ts';

const details = shape({ description: ifThere(aText) });

/** A custom type of evidence without its versions. */
export const customTypeFields = reader({
  name: text,
  description: column('details', (row, column) => json(row, column, details).description),
  latestVersion: number,
  isArchived: column('archived', flag),
  createdAt: number,
  lastModifiedAt: number,
  createdBy: text,
});
export type CustomTypeRow = ReturnType<typeof customTypeFields>;

/** The record that brought a version. */
export type TypeVersionRow = Header & TypeContent;

/** A version without its record: the place of that in the log, and its approximate size. */
export const typeVersionEntry = reader({ typeName: text, version: number, sequence: number, bytes: number });
export type TypeVersionEntry = ReturnType<typeof typeVersionEntry>;

export interface NewType {
  readonly author: Author;
  readonly name: string;
  readonly schema: string | undefined;
  readonly rules: readonly string[];
  /** The fields as the client sent them. */
  readonly data: Sent;
}

export type TypeOutcome = { readonly outcome: 'reported'; readonly version: number } | { readonly outcome: 'too-many-versions' };
