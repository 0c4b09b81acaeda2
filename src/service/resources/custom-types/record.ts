import { aNumber, aText, anObject, ifThere, listOf } from '../../../text/check.ts';
import { kind, type SaidBy } from '../../record/kind.ts';

export const typeReported = kind(
  ['type_reported'],
  {
    type_name: aText,
    /** Counts the versions of the type from 1. The same as before if an archived type is used again unchanged. */
    type_version: aNumber,
    /** The rules for its evidence: the text of a JSON Schema, and jq programs. */
    schema: ifThere(aText),
    rules: listOf(aText),
    data: anObject,
  },
  (record) => ({ type: record.kind, type_name: record.type_name }),
);

/** The type accepts no evidence from now on. */
export const typeArchived = kind(['type_archived'], { type_name: aText }, (record) => ({
  type: record.kind,
  type_name: record.type_name,
}));

export type TypeContent = SaidBy<typeof typeReported>;
export type TypeArchivedContent = SaidBy<typeof typeArchived>;
