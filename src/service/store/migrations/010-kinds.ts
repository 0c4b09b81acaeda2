/** A start looks up which kinds of records there are, and does not know their organizations. */
export const kinds: readonly string[] = ['create index records_by_kind on records (kind)'];
