/** One fact about each item of a list, or about the one that is shown. */
export interface Column<Item, Head extends string = string> {
  readonly head: Head;
  /** Foreign text as it came; empty where nothing is known. */
  readonly cell: (item: Item) => string;
  /** People copy it, so a narrow terminal does not cut it. */
  readonly isWhole?: boolean;
}

/** The columns of a list that are fields of a shown item as well. */
export function columnsOf<Item, Head extends string>(
  fields: readonly Column<Item, Head>[],
  ...heads: readonly NoInfer<Head>[]
): readonly Column<Item>[] {
  return heads.flatMap((head) =>
    fields.filter((field) => field.head === head).map((field) => ({ ...field, head: field.head.toUpperCase() })),
  );
}
