import type { Author } from '../log/chain.ts';
import type { Header, Sent } from '../log/header.ts';
import type { TypeContent } from '../kinds/custom-types.ts';

/** A custom type of evidence without its versions. */
export interface CustomTypeRow {
  readonly name: string;
  readonly description: string | undefined;
  readonly latestVersion: number;
  readonly isArchived: boolean;
  readonly createdAt: number;
  readonly lastModifiedAt: number;
  readonly createdBy: string;
}

/** The record that brought a version. */
export type TypeVersionRow = Header & TypeContent;

/** The place of a version in the log, and its approximate size. */
export interface TypeVersionPlace {
  readonly typeName: string;
  readonly version: number;
  readonly sequence: number;
  readonly bytes: number;
}

export interface NewType {
  readonly author: Author;
  readonly name: string;
  readonly schema: string | undefined;
  readonly rules: readonly string[];
  /** The fields as the client sent them. */
  readonly data: Sent;
}

export type TypeOutcome = { readonly outcome: 'reported'; readonly version: number } | { readonly outcome: 'too-many-versions' };
