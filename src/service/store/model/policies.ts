import type { PolicyRules } from '../../../compliance/index.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import { text, number, json, reader, column } from '../sql/row.ts';
import { aText, shape } from '../../../text/check.ts';

/** The rules of a policy, together with the YAML that they were read from. */
export interface StoredRules {
  readonly rules: PolicyRules;
  readonly content: string;
}

const details = shape({ description: aText });

/** A policy without its versions: there may be any number of these, and each has a file. */
export const policyFields = reader({
  id: text,
  name: text,
  description: column('details', (row, column) => json(row, column, details).description),
  versionCount: number,
  createdAt: number,
  createdBy: text,
  lastModifiedAt: number,
});
export type PolicyRow = ReturnType<typeof policyFields>;

export interface PolicyVersionRow {
  /** Counts the versions of its policy from 1. */
  readonly version: number;
  readonly comment: string;
  readonly content: string;
  readonly createdAt: number;
  readonly createdBy: string;
}

export interface NewPolicy {
  readonly author: Author;
  readonly name: string;
  /** The fields as the client sent them; an absent field leaves the stored value. */
  readonly data: Sent;
  /** The rules of a new version, unless the latest one has the same. */
  readonly rules?: StoredRules;
}
