/** A start asks which kinds of records there are, and does not know whose they are. */
export const kinds: readonly string[] = ['create index records_by_kind on records (kind)'];
